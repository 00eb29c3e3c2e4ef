/** Flags that say how a data file is read, for commands that only look at one; what is not said is found out from the file. */
import type { Command } from 'commander'
import { type Reading, reading } from '../spec/index.ts'
import { addDeclared, optionsWithin } from './declared-options.ts'
import { inFlags } from './field-names.ts'
import { fieldAt, fieldsOfFlags } from './spec-of-flags.ts'

/** Where a spec says it. */
const READ = ['source', 'read']

export function readingOptions(command: Command): Command {
  return addDeclared(command, optionsWithin(reading, READ))
}

/** What the flags say of reading. Throws, naming the flag, on what is unknown. */
export async function readingOf(command: Command): Promise<{ readonly read?: Reading }> {
  const read = fieldAt(fieldsOfFlags(command, { ofSpec: true, place: (file) => file, isThere: () => false }), READ)
  if (read === undefined) return {}
  const { checkReading } = await import('../data/index.ts')
  try {
    return { read: checkReading(read) }
  } catch (error) {
    throw inFlags(error, command)
  }
}
