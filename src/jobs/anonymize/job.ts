/** What is to be made anonymous, in the words of the file. */
import { METHODS, type Method } from '../../anonymity/index.ts'
import { badInput } from '../../request-error.ts'

export interface AnonymizeJob {
  readonly path: string
  readonly k: number
  readonly quasiIdentifiers: readonly string[]
  readonly weights: ReadonlyMap<string, number>
  readonly categorical: readonly string[]
  /** Categories whose codes have an order: a set is priced by its range. */
  readonly ordered: readonly string[]
  /** `race` runs several and keeps the best; `auto` picks by size. */
  readonly method: Method | 'race' | 'auto'
  readonly seconds: number
  /** For `optimal`: which exact method; by size without it. */
  readonly exact: 'subsets' | 'columns' | 'milp' | undefined
  readonly splitCarry: SplitCarryText
  /** For `anytime`: a file of record and class to go on from. */
  readonly start: string | undefined
  readonly hierarchies: readonly HierarchyText[]
  readonly sensitive: readonly SensitiveText[]
  /** Records, or a share of them. */
  readonly suppress: { readonly records: number } | { readonly share: number }
  readonly keepAnonymous: boolean
  readonly missing: 'error' | 'level'
  readonly seed: string
  /** Publish nodes of the hierarchies instead of tight ranges and sets. */
  readonly nodes: boolean
  /** Ranges as two columns. */
  readonly split: boolean
}

/** S, l, and P with A of the paper. */
export interface SplitCarryText {
  readonly sets?: number
  readonly carry?: number
  readonly bubble?: { readonly size: number; readonly accept: number }
}

const LEAST_SETTINGS: Readonly<Record<string, number>> = { sets: 2, carry: 1, size: 2, accept: 1 }

/** `sets=3,carry=2`, or `size=12,accept=2` for the bubble carry. */
export function parseSplitCarry(texts: readonly string[]): SplitCarryText {
  const given = new Map<string, number>()
  for (const text of texts) {
    const match = /^(sets|carry|size|accept)=(\d+)$/.exec(text)
    if (match === null)
      throw badInput(`--split-carry "${text}": write sets=3,carry=2, or size=12,accept=2 for the bubble carry.`)
    const least = LEAST_SETTINGS[match[1]]
    if (!(Number(match[2]) >= least && Number(match[2]) <= 1e9))
      throw badInput(`--split-carry "${text}": ${match[1]} must be at least ${least}, and at most 1000000000.`)
    given.set(match[1], Number(match[2]))
  }
  const [size, accept, sets, carry] = ['size', 'accept', 'sets', 'carry'].map((name) => given.get(name))
  if ((size === undefined) !== (accept === undefined))
    throw badInput('--split-carry: the bubble carry needs both size and accept.')
  return {
    ...(sets !== undefined && { sets }),
    ...(carry !== undefined && { carry }),
    ...(size !== undefined && accept !== undefined && { bubble: { size, accept } }),
  }
}

/** `zip=file:tree.csv`; `zip=prefix:3,1` (lengths); `age=interval:0,5,2,2` (start, width, how many are joined at each level). */
export interface HierarchyText {
  readonly column: string
  readonly from: 'file' | 'prefix' | 'interval'
  readonly value: string
}

/** `disease:distinct=3`, `disease:entropy=2`, `salary:t=0.2` (`salary:t=0.2:ordered`). */
export interface SensitiveText {
  readonly column: string
  readonly kind: 'distinct' | 'entropy' | 'closeness'
  readonly value: number
  readonly ordered: boolean
}

export const METHOD_NAMES: readonly string[] = ['auto', 'race', ...METHODS]

export function parseMethod(name: string): AnonymizeJob['method'] {
  if (METHOD_NAMES.includes(name)) return name as AnonymizeJob['method']
  throw badInput(`There is no method "${name}". There are: ${METHOD_NAMES.join(', ')}.`)
}

/** Beyond this a sum of losses would have no decimals left. */
const LARGEST_WEIGHT = 1e15

/** `a=.8,b=.2` */
export function parseWeights(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    texts.map((text) => {
      const match = /^(.+)=\s*((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(text)
      if (match === null || Number(match[2]) > LARGEST_WEIGHT) {
        throw badInput(
          `--weights "${text}": write name=number, as in age=.8,zip=.2, with numbers from 0 to ${LARGEST_WEIGHT}.`,
        )
      }
      return [match[1].trim(), Number(match[2])]
    }),
  )
}

export function parseHierarchy(text: string): HierarchyText {
  const match = /^([^=]+)=(file|prefix|interval):(.+)$/.exec(text)
  if (match === null) {
    throw badInput(
      `--hierarchy "${text}": write column=file:TREE.csv, column=prefix:3,1 (lengths of prefixes) or column=interval:0,5,2,2 (start, width, how many are joined).`,
    )
  }
  return { column: match[1].trim(), from: match[2] as HierarchyText['from'], value: match[3] }
}

export function parseSensitive(text: string): SensitiveText {
  const match = /^(.+?):(distinct|entropy|t)=([\d.]+)(:ordered)?$/.exec(text)
  if (match === null) {
    throw badInput(
      `--sensitive "${text}": write column:distinct=3, column:entropy=2 or column:t=0.2 (column:t=0.2:ordered).`,
    )
  }
  const kind = match[2] === 't' ? 'closeness' : (match[2] as 'distinct' | 'entropy')
  return { column: match[1].trim(), kind, value: Number(match[3]), ordered: match[4] !== undefined }
}

/** `20`, or `5%`. */
export function parseSuppress(text: string): AnonymizeJob['suppress'] {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)
  if (percent !== null && Number(percent[1]) <= 100) return { share: Number(percent[1]) / 100 }
  if (/^\d{1,12}$/.test(text)) return { records: Number(text) }
  throw badInput(`--suppress "${text}": write a number of records, or a share such as 5%.`)
}
