/** Names and texts as SQL, quoted so that whatever a file calls its columns stays a name. */

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
