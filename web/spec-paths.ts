/** Names of files in the folder, and as a spec beside them says them. */

/** A file that a spec names stands beside the spec. */
export function besideSpec(spec: string, file: string): string {
  const parts = [...spec.split('/').slice(0, -1), ...file.split('/')]
  const out: string[] = []
  for (const part of parts) {
    if (part === '..' && out.length > 0 && out.at(-1) !== '..') out.pop()
    else if (part !== '.' && part !== '') out.push(part)
  }
  return out.join('/')
}

/** A data file as a spec in the same or a higher folder names it. */
export function fromSpec(spec: string, file: string): string {
  const up = spec.split('/').length - 1
  const folder = spec.slice(0, spec.lastIndexOf('/') + 1)
  return file.startsWith(folder) ? file.slice(folder.length) : `${'../'.repeat(up)}${file}`
}
