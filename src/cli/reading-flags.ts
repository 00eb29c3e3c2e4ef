/** Flags that say how a data file is read, for every command that takes one; what is not said is found out from the file. */
import { type Command, Option } from 'commander'
import type { Reading } from '../spec/index.ts'
import { inFlags } from './field-names.ts'
import { list } from './options.ts'

export interface ReadingFlags {
  readonly encoding?: string
  readonly delimiter?: string
  readonly decimal?: string
  readonly dates?: readonly string[]
  readonly missingValues?: readonly string[]
  readonly case?: string
}

/** The names of these flags. */
export const READING_FLAGS: readonly string[] = ['encoding', 'delimiter', 'decimal', 'dates', 'missingValues', 'case']

export function readingOptions(command: Command): Command {
  return command
    .option('--encoding <name>', 'of a text file: utf-8, utf-16, windows-1252, latin-1, ...')
    .option('--delimiter <sign>', 'between the values of a line: , ; | or tab')
    .option('--decimal <sign>', 'before decimals: . or ,')
    .option('--dates <format,...>', 'how dates are written: dd.mm.yyyy, dd/mm/yyyy, mm/dd/yyyy, ...', list)
    .option(
      '--missing-values <a,b>',
      'texts that stand for a missing value, whatever their case; they replace the usual ones (? . - NA NULL ...)',
      list,
    )
    .addOption(new Option('--case <rule>', 'F and f are one value, or two').choices(['fold', 'keep']))
}

/** What the flags say of reading, as a job has it. Throws, naming the flag, on what is unknown. */
export async function readingOf(flags: ReadingFlags, command: Command): Promise<{ readonly read?: Reading }> {
  const { encoding, delimiter, decimal, dates, missingValues: missing } = flags
  const sign = delimiter === '\t' ? 'tab' : delimiter
  const given = { encoding, delimiter: sign, decimal, dates, missing, case: flags.case }
  const read = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(read).length === 0) return {}
  const { checkReading } = await import('../data/index.ts')
  try {
    return { read: checkReading(read) }
  } catch (error) {
    throw inFlags(error, command)
  }
}

/** The other flags. */
export function withoutReading<F extends ReadingFlags>(flags: F): Omit<F, keyof ReadingFlags> {
  const { encoding, delimiter, decimal, dates, missingValues, case: _, ...rest } = flags
  return rest
}
