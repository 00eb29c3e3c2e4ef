/** A table as programs of statistics hold it: codes, what they mean, and which of them stand for a missing value. */

export interface CodedColumn {
  readonly name: string
  /** What the column is about, in a sentence. */
  readonly label: string
  /** The meaning of codes; a code without one stands for itself. */
  readonly labels: ReadonlyMap<string, string>
  /** Codes that stand for a missing value. */
  readonly missing: readonly string[]
}

export interface CodedTable {
  readonly columns: readonly CodedColumn[]
  /** The column that weights the lines of a sample. */
  readonly weight: string | null
  /** Codes of records, some at a time; null where there is none. */
  rows(): AsyncIterable<readonly (readonly (string | null)[])[]>
}

/** Two codes with one label stay two values. */
export function distinctLabels(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  const small = (text: string): string => text.trim().toLowerCase()
  for (const label of labels.values()) counts.set(small(label), (counts.get(small(label)) ?? 0) + 1)
  return new Map(
    [...labels].map(([code, label]) => [
      code,
      (counts.get(small(label)) ?? 0) > 1 || label.trim() === '' ? `${label.trim()} (${code})`.trim() : label,
    ]),
  )
}

/** A number as people write it: without digits that its storage added. */
export function numberOf(value: number): string {
  return String(Number(value.toPrecision(15)))
}

/** A number of four bytes has the fewest digits that tell it from its neighbours. */
export function shortNumberOf(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(Number(value.toPrecision(9)))
}

const DAY = 86_400_000

/** A moment as text: its day, and its time of day if that is wanted. Undefined beyond years of four digits. */
export function momentText(milliseconds: number, withTime: boolean): string | undefined {
  const rounded = Math.round(milliseconds / 1000) * 1000
  if (!(Math.abs(rounded) < 3e14)) return undefined
  const text = new Date(withTime ? rounded : Math.floor(rounded / DAY) * DAY).toISOString()
  if (!/^\d{4}-/.test(text)) return undefined
  return withTime ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10)
}
