export const number = (value: number): string => value.toLocaleString('en')

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  if (size < 1e6) return `${(size / 1e3).toFixed(size < 1e4 ? 1 : 0)} kB`
  return `${(size / 1e6).toFixed(size < 1e7 ? 1 : 0)} MB`
}

export function date(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** A cost in words, its delta as people read it: "at most 1e-6", not 9.999722e-7. */
export function costWords(words: string): string {
  return words.replace(/delta ([\d.]+e-\d+)/g, (_, delta: string) => {
    const [digits, power] = Number(delta).toExponential(6).split('e')
    const up = Math.ceil(Number(digits) * 10) / 10
    return `delta at most ${up >= 10 ? `1e${Number(power) + 1}` : `${up}e${power}`}`
  })
}
