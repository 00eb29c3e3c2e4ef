/**
 * The built module of a worker beside the file that asks for it. Run from source, as tests do, that is the one of the last
 * build: a thread cannot load TypeScript.
 */
export function workerUrl(name: string, from: string): URL {
  return new URL(`./${name}.mjs`, from.endsWith('.ts') ? from.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : from)
}
