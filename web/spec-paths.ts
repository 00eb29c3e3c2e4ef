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

/** Whether a name is that of the spec, or of a file or folder that it names anywhere, also by a pattern with "*". */
export function isFileOf(path: string, spec: unknown): (changed: string) => boolean {
  const named = [path, ...stringsIn(spec).map((text) => besideSpec(path, text))]
  return (changed) =>
    named.some((name) =>
      name.includes('*')
        ? changed.startsWith(name.slice(0, name.indexOf('*')))
        : changed === name || changed.startsWith(`${name}/`),
    )
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
