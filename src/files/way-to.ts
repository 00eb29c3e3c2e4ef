import { relative, sep } from 'node:path'

/** The path from a folder to a file, with `/` on every system: what is written into a spec or a manifest is read on others. */
export function wayTo(folder: string, file: string): string {
  const way = relative(folder, file)
  return sep === '/' ? way : way.split(sep).join('/')
}
