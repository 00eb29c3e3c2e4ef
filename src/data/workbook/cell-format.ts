/** How the format of a cell makes a number a date, a time, or a code with zeros in front. */

export type CellFormat =
  | { readonly kind: 'number' }
  | { readonly kind: 'date'; readonly time: boolean; readonly day: boolean }
  | { readonly kind: 'code'; readonly digits: number }

const NUMBER: CellFormat = { kind: 'number' }

/** Formats that every workbook has, by their number: days, times, and those of Japanese, Chinese and Korean calendars. */
export function builtInFormat(id: number): CellFormat {
  if (id === 22) return { kind: 'date', time: true, day: true }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return { kind: 'date', time: false, day: true }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47)
    return { kind: 'date', time: true, day: false }
  return NUMBER
}

/** From the text of a format, of which the first part is for numbers from 0 up. */
export function customFormat(code: string): CellFormat {
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';')[0]
    .toLowerCase()
  if (/\[(h+|m+|s+)\]/.test(bare)) return NUMBER // hours that go on counting are no time of day
  const signs = bare.replace(/\[[^\]]*\]/g, '').replace(/general|standard/g, '')
  if (/^0{2,}$/.test(signs)) return { kind: 'code', digits: signs.length }
  const [day, time] = [/[yd]/.test(signs) || /m{3,}/.test(signs), /[hs]/.test(signs)]
  return day || time ? { kind: 'date', time, day } : NUMBER
}

/** Days from 1899-12-30, but for the first two months, in which Excel counts a day that was not. */
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const DAY = 86_400_000
const MOST_DAYS = 2_958_466 // 9999-12-31

/** The value of a cell as a table shows it. */
export function numberText(text: string, format: CellFormat, from1904: boolean): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  const plain = String(Number(value.toPrecision(15)))
  if (format.kind === 'code') return Number.isInteger(value) && value >= 0 ? plain.padStart(format.digits, '0') : plain
  if (format.kind === 'number' || value < 0 || value >= MOST_DAYS) return plain
  return dateText(value, format, from1904)
}

function dateText(serial: number, { time, day }: CellFormat & { kind: 'date' }, from1904: boolean): string {
  const days = !from1904 && serial < 60 ? serial + 1 : serial
  const moment = new Date(Math.round((days * DAY) / 1000) * 1000 + (from1904 ? EPOCH_1904 : EPOCH)).toISOString()
  const [date, hours] = [moment.slice(0, 10), moment.slice(11, 19)]
  if (serial < 1 && !day) return hours
  return time || (day && serial % 1 !== 0) ? `${date} ${hours}` : date
}
