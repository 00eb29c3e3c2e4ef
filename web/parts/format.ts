export const number = (value: number): string => value.toLocaleString('en')

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  if (size < 1e6) return `${(size / 1e3).toFixed(size < 1e4 ? 1 : 0)} kB`
  return `${(size / 1e6).toFixed(size < 1e7 ? 1 : 0)} MB`
}

export function date(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
