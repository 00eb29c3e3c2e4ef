/** Made once: `toLocaleString` looks its rules up for every number, and a table has thousands. */
const inEnglish = new Intl.NumberFormat('en')

export const number = (value: number): string => inEnglish.format(value)

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  if (size < 1e6) return `${(size / 1e3).toFixed(size < 1e4 ? 1 : 0)} kB`
  return `${(size / 1e6).toFixed(size < 1e7 ? 1 : 0)} MB`
}

export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function date(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
