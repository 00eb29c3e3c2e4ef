/** Which flags of `tacet audit` mean something in which of its modes; the others are refused rather than ignored. */
import type { Command } from 'commander'
import { badInput } from '../../request-error.ts'
import type { HierarchyFlags } from '../hierarchy-flags.ts'
import { READING_FLAGS, type ReadingFlags } from '../reading-flags.ts'
import type { ReleaseFlags } from '../run-capability.ts'

export interface AuditFlags extends ReleaseFlags, ReadingFlags, HierarchyFlags {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly count?: string
  readonly n?: number
  readonly share?: string
  readonly shares: readonly string[]
  readonly decimals?: number
  readonly rounding?: string
  readonly known?: string
  readonly merge: readonly string[]
  readonly small: number
  readonly width: number
  readonly few: number
  readonly zeros: boolean
  readonly release: readonly string[]
  readonly cells: readonly string[]
  readonly suggest?: boolean
  readonly ordered: readonly string[]
  readonly mergeMissing?: boolean
  readonly moves: number
  readonly time: number
  readonly strict?: boolean
  readonly publish?: string
  readonly choose?: number
}

export type AuditMode = 'data' | 'publishDesign' | 'long' | 'wide' | 'release' | 'suggest' | 'spec' | 'specSuggest'

const RULES = ['small', 'width', 'few', 'zeros']
/** What a search may change, and how long it takes. */
const SEARCH = ['ordered', 'hierarchy', 'hierarchyHeader', 'mergeMissing', 'moves', 'time']
const OUTPUT = ['strict', 'out', 'format', 'spreadsheetSafe']

const FLAGS: Readonly<Record<AuditMode, { readonly words: string; readonly flags: readonly string[] }>> = {
  data: {
    words: 'the audit of a table made from data',
    flags: [
      'rows',
      'columns',
      'count',
      'n',
      'decimals',
      'rounding',
      'known',
      'merge',
      'publish',
      ...RULES,
      ...OUTPUT,
      ...READING_FLAGS,
    ],
  },
  long: {
    words: 'the audit of shares, one line per cell',
    flags: ['share', 'n', 'rows', 'columns', 'decimals', 'rounding', 'known', ...RULES, ...OUTPUT],
  },
  wide: {
    words: 'the audit of shares, one line per row',
    flags: ['shares', 'n', 'rows', 'decimals', 'rounding', 'known', ...RULES, ...OUTPUT],
  },
  release: {
    words: 'the audit of several releases (--release)',
    flags: ['release', 'cells', 'rounding', 'count', 'known', 'merge', 'small', 'time', ...OUTPUT, ...READING_FLAGS],
  },
  suggest: {
    words: 'the search for designs (--suggest)',
    flags: ['suggest', 'rows', 'columns', 'count', 'merge', 'small', ...SEARCH, 'strict', ...READING_FLAGS],
  },
  publishDesign: {
    words: 'the publication of a design that was searched for (--suggest --publish)',
    flags: [
      ...['suggest', 'publish', 'choose', 'rows', 'columns', 'count', 'merge', 'decimals', 'rounding', 'small'],
      ...[...SEARCH, 'format', 'spreadsheetSafe', ...READING_FLAGS],
    ],
  },
  spec: {
    words: 'the audit of a spec, which says the rest by itself',
    flags: ['few', 'publish', ...OUTPUT],
  },
  specSuggest: {
    words: 'the search for designs (--suggest) from a spec, which says the rest by itself',
    flags: ['suggest', ...SEARCH, 'strict', 'publish', 'choose', 'format', 'spreadsheetSafe'],
  },
}

export function isSpecFile(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path)
}

/** The mode that data and flags ask for. Throws when a flag was given that does nothing in it. */
export function auditMode(data: string, flags: AuditFlags, command: Command): AuditMode {
  const mode = modeOf(data, flags)
  const { words, flags: own } = FLAGS[mode]
  const idle = command.options.find((option) => {
    const name = option.attributeName()
    if (name === 'json' || name === 'quiet' || command.getOptionValueSource(name) !== 'cli') return false
    return !own.includes(name)
  })
  if (idle !== undefined) {
    const takes = own.map((name) => flagOf(command, name)).join(', ')
    throw badInput(`${idle.long} does nothing in ${words}. Leave it out; what is taken there is ${takes}.`)
  }
  if (flags.format !== undefined && flags.out === undefined && flags.publish === undefined)
    throw badInput('--format does nothing without --out: it is the format of the files written.')
  if (flags.out !== undefined && flags.publish !== undefined)
    throw badInput('--publish and --out: the bounds are confidential and the table is not. Run once for each.')
  if (flags.choose !== undefined && flags.publish === undefined)
    throw badInput('--choose does nothing without --publish: it is the design that is published.')
  return mode
}

function modeOf(data: string, flags: AuditFlags): AuditMode {
  if (isSpecFile(data)) return flags.suggest === true ? 'specSuggest' : 'spec'
  if (flags.release.length > 0) return 'release'
  if (flags.suggest === true) return flags.publish === undefined ? 'suggest' : 'publishDesign'
  if (flags.share !== undefined) return 'long'
  return flags.shares.length > 0 ? 'wide' : 'data'
}

function flagOf(command: Command, name: string): string {
  return command.options.find((option) => option.attributeName() === name)?.long ?? name
}
