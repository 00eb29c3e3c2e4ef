/** Text in an encoding that Node can read and not write: every letter by the bytes that decode to it. */

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** Of one or two bytes for a letter. Throws for a letter that the encoding does not have. */
export function encoded(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Buffer.from(
    [...text].flatMap((letter) => {
      const bytes = table.get(letter)
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const add = (bytes: readonly number[]): void => {
    const letter = decoder.decode(Buffer.from(bytes))
    if ([...letter].length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, bytes)
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add([first, second])
  // The decoder of Node 20 leaves these out.
  if (encoding === 'windows-1252')
    for (const [i, letter] of [...'–€œ’'].entries()) table.set(letter, [[0x96, 0x80, 0x9c, 0x92][i]])
  return table
}
