/** From bytes in an encoding to text. */

/** From pieces of a file to its text; without a piece, what is left at the end. Throws a TypeError for bytes that stand for nothing. */
export function decoderOf(encoding: string): (piece?: Buffer) => string {
  if (encoding === 'windows-1252')
    return (piece) => piece?.toString('latin1').replace(/[\u0080-\u009f]/g, inWindows1252) ?? ''
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece) => (piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }))
}

/** The text, or undefined where the bytes cannot be in this encoding. */
export function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    const decode = decoderOf(encoding)
    const text = decode(bytes) + decode()
    return CONTROL.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Signs that no table holds, and letters that stand for nothing. */
const CONTROL = /(?![\t\n\v\f\r])[\p{Cc}\p{Co}\ufffd]/u

/** The bytes 80 to 9f of windows-1252: the one part in which it is not Latin-1, and which decoders of Node 20 leave out. */
const OWN =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

function inWindows1252(letter: string): string {
  return OWN[letter.charCodeAt(0) - 0x80]
}
