/** Encodings of text files, by the names that decoders have for them; what else people and programs call them is understood. */

/** All that the decoders of Node and browsers know. */
export const ENCODINGS: readonly [string, ...string[]] = [
  'utf-8',
  'utf-16',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
]

/** What Windows calls those for which the decoders have no such name. */
const OF_WINDOWS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
}

/** The name among `ENCODINGS` for what somebody calls it (cp1250, SJIS, Latin-2); a name that nobody knows as it is. */
export function encodingName(said: unknown): unknown {
  if (typeof said !== 'string') return said
  const text = said.trim().toLowerCase()
  if (/^utf-?16([bl]e)?$/.test(text)) return 'utf-16'
  const tried = [OF_WINDOWS[text], text, text.replace(/[-_ ]/g, ''), text.replace(/^.*-?(?=8859)/, 'iso-')]
  return tried.map(decoderName).find((name) => name !== undefined) ?? said
}

function decoderName(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
