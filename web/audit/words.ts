/** The sentences of the audit view, in the words of the person who must decide. */
import { number } from '../parts/format.ts'
import { type CountedTable, isGuessed, type Reason, type Suggestion } from './bounds.ts'
import { type Fact, levelsOf, suggestedDesign, type TableDesign } from './design.ts'
import type { AuditAnswer, CellAnswer } from './engine-types.ts'

const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`

const FROM = {
  shares: 'these percentages',
  rounded: 'these rounded percentages',
  counts: 'this table',
  nothing: 'the other releases',
} as const

function sourceOf({ together }: AuditAnswer, { published }: TableDesign): string {
  if (together === null) return FROM[published]
  const from = together.releases < 2 ? FROM[published] : `these ${together.releases} releases together`
  return together.known === 0 ? from : `${from} and what a reader knows`
}

export interface Verdict {
  /** The part that is about people who can be found, empty when there is none. */
  readonly exposed: string
  readonly rest: string
  readonly tone: 'danger' | 'warn' | 'ok'
}

export function verdictOf(answer: AuditAnswer, design: TableDesign): Verdict {
  const { figures, exact, together } = answer
  const { published, small } = design
  const from = sourceOf(answer, design)
  const outer = exact ? '' : ` More may be known: ${outerWords(together)}.`
  if (figures.exposed > 0) {
    const how =
      published === 'counts' && together === null ? 'stand in this table.' : `can be worked out exactly from ${from}.`
    return {
      exposed: counted(figures.exposed, `count below ${small}`, `counts below ${small}`),
      rest: ` ${figures.exposed === 1 ? how.replace('stand', 'stands') : how}${outer}`,
      tone: 'danger',
    }
  }
  if (answer.hidden.length > 0) return hiddenVerdict(answer.hidden)
  const none = `No count below ${small} can be worked out from ${from}`
  if (isGuessed(answer.guesses)) {
    const { small: open, right } = answer.guesses
    return {
      exposed: `${number(right)} of ${counted(open, `count below ${small} is`, `counts below ${small} are`)} easily guessed`,
      rest: `: the smallest that is possible is the true one. ${none} for certain.${outer}`,
      tone: 'warn',
    }
  }
  if (figures.knownCells === 0) return { exposed: '', rest: `${none}.${outer}`, tone: exact ? 'ok' : 'warn' }
  return {
    exposed: '',
    rest: `${none}; ${counted(figures.knownCells, 'larger count', 'larger counts')} can.${outer}`,
    tone: 'warn',
  }
}

function hiddenVerdict(hidden: readonly string[]): Verdict {
  const named =
    hidden.length === 1 ? `"${hidden[0]}" is` : `${number(hidden.length)} levels, "${hidden[0]}" among them, are`
  return {
    exposed: `${named} printed as 0 everywhere`,
    rest: ' and listed, so a reader knows that somebody is there. Merge it with another level, or leave it out.',
    tone: 'danger',
  }
}

function outerWords(together: AuditAnswer['together']): string {
  if (together === null) return 'some bounds are outer bounds'
  return `${counted(together.unproved, 'range is', 'ranges are')} not proved to be the narrowest`
}

export function whyWords(cell: CellAnswer, design: TableDesign, nameFact: (position: number) => string): string {
  if (cell.together !== null) return togetherWords(cell, cell.together)
  if (design.published === 'counts') return 'The table shows the count itself.'
  if (design.published === 'rounded')
    return cell.choices === 1
      ? 'No other count fits the rounded percentages of this row and the number of people.'
      : 'Each percentage is known to within half of its last decimal, and all counts must add up to the number of people.'
  const { reason, reduced, slack, n } = cell
  if (reason === null)
    return `The percentages show this row's counts up to a common factor. ${number(slack ?? 0)} of ${number(n)} people are left to place after the smallest counts of every row, which leaves ${number(cell.choices)} factors possible.`
  return reasonWords(reason, reduced, slack ?? 0, n, nameFact)
}

function togetherWords(
  { choices, n }: CellAnswer,
  { releases, known, isProved }: NonNullable<CellAnswer['together']>,
): string {
  const named = releases === 1 ? 'the release' : releases === 2 ? 'both releases' : `all ${releases} releases`
  const all = `${named}${known === 0 ? '' : ', what a reader knows'} and a total of ${number(n)} people`
  if (choices === 1) return `No other count fits ${all}.`
  if (isProved) return `Tables with the least and with the largest of these counts fit ${all}.`
  return `Every table that fits ${all} has a count in this range. It is not proved to be the narrowest.`
}

function reasonWords(
  reason: Reason,
  reduced: readonly number[],
  slack: number,
  n: number,
  nameFact: (position: number) => string,
): string {
  const sum = reduced.reduce((total, count) => total + count, 0)
  const start = `Every row takes at least its smallest counts; that leaves ${number(slack)} of ${number(n)} people to place.`
  const so = `So its counts are ${listWords(reduced.map(number))}.`
  switch (reason.kind) {
    case 'zero-share':
      return 'A percentage of 0 is a count of 0.'
    case 'no-slack':
      return `The smallest counts with these percentages already add up to all ${number(n)} people. ${so}`
    case 'slack-below-sum':
      return `${start} This row's smallest counts add up to ${number(sum)}, so it cannot be doubled. ${so}`
    case 'remainder-below-sums':
      return `${start} Doubling this row would leave ${number(reason.remainder)}, fewer than any row takes. ${so}`
    case 'combinations':
      return `${start} No other combination of rows makes up exactly that number.`
    case 'known':
      return `It follows from what a reader already knows: ${reason.facts.map(nameFact).join('; ')}.`
  }
}

/** What a reader knows, in words. */
export function factWords({ row, column, lower, upper }: Fact): string {
  const range =
    lower !== null && upper !== null
      ? lower === upper
        ? `exactly ${number(lower)}`
        : `${number(lower)} to ${number(upper)}`
      : lower !== null
        ? `at least ${number(lower)}`
        : `at most ${number(upper ?? 0)}`
  const where = [...Object.values(row), ...Object.values(column ?? {})].join(' · ')
  return `${range} in ${where}${column === null ? ' (whole row)' : ''}`
}

export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** What one would do to come from a design to a suggested one. */
export function changeWords(table: CountedTable, before: TableDesign, suggestion: Suggestion): string {
  const after = suggestedDesign(table, before, suggestion)
  const words: string[] = []
  for (const { name } of table.variables) {
    const [was, is] = [sideName(before, name), sideName(after, name)]
    if (was === 'out') continue
    if (is === 'out') words.push(`leave out ${name}`)
    else if (was !== is) words.push(`${name} to the ${is}`)
    if (is === 'out') continue
    const old = levelsOf(table, before, name)
    for (const level of levelsOf(table, after, name)) {
      const parts = old.filter((one) => one.of.every((original) => level.of.includes(original)))
      if (parts.length > 1) words.push(`merge ${listWords(parts.map((part) => `“${part.name}”`))}`)
    }
  }
  if (words.length === 0) return 'this table'
  const text = words.join(', ')
  return text[0].toUpperCase() + text.slice(1)
}

const sideName = (design: TableDesign, name: string): 'rows' | 'columns' | 'out' =>
  design.rows.includes(name) ? 'rows' : design.columns.includes(name) ? 'columns' : 'out'

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Shares are fractions, and read as percents: two decimals of a share are whole percents. */
export function decimalsWords(decimals: number): string {
  if (decimals === 2) return 'whole percents'
  if (decimals > 2) return `percents with ${decimals - 2} decimal${decimals === 3 ? '' : 's'}`
  return decimals === 1 ? 'tens of percents' : 'all or nothing'
}

/** Whether a reader who takes each small count for the least possible is right more often than wrong, in words; null where not. */
export function guessWords({ guesses }: Pick<AuditAnswer, 'guesses'>, small: number): string | null {
  if (!isGuessed(guesses)) return null
  const { small: open, right } = guesses
  return `None can be worked out for certain, but a reader who takes the smallest possible counts is right for ${number(right)} of ${number(open)} counts below ${small}. Publish fewer or coarser variables, or round.`
}
