/** The options of a command, read off the fields that they set. */
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { AnyCapability } from '../jobs/registry.ts'
import { bareOf, type Field, type FlagWords, fieldsOf, presetOf, specSchema } from '../spec/index.ts'

/** An option that sets a field of the spec, or of what stands beside it. */
export interface DeclaredOption {
  readonly option: Option
  readonly field: Field
  readonly words: FlagWords
  /** Whether the field is the spec's; else it stands beside a spec. */
  readonly ofSpec: boolean
}

/** Those of a capability, in the order of its help. */
export function declaredOptions({ flags, job, words, name }: AnyCapability): readonly DeclaredOption[] {
  const all = flags === null ? [] : fieldsOf(specSchema)
  const chosen = (flags?.fields ?? []).flatMap((part) => all.filter(({ path }) => isWithin(path, part)))
  const own = chosen.flatMap((one) => optionsOf(one, true, headingOf(one.path, name, words.title)))
  return [...own, ...fieldsOf(job).flatMap((one) => optionsOf(one, false, 'This run:'))]
}

/** Those of one schema of fields. */
export function optionsWithin(schema: z.ZodType, at: readonly string[]): readonly DeclaredOption[] {
  return fieldsOf(schema, at).flatMap((one) => optionsOf(one, true, READING))
}

const READING = 'How the file is read:'

function headingOf([section, part]: readonly string[], name: string, title: string): string {
  if (section === name) return `${title}:`
  if (section === 'privacy') return 'Privacy:'
  return part === 'read' ? READING : 'The data:'
}

const isWithin = (path: readonly string[], part: string): boolean => `${path.join('.')}.`.startsWith(`${part}.`)

function optionsOf(field: Field, ofSpec: boolean, heading: string): readonly DeclaredOption[] {
  const { words } = field
  if (words === undefined) return []
  const flags = [...(words.flag === undefined ? [] : [words as FlagWords]), ...(words.also ?? [])]
  return flags.map((own) => ({ option: optionOf(field, own, heading), field, words: own, ofSpec }))
}

function optionOf({ schema, words }: Field, flag: FlagWords, heading: string): Option {
  const more = flag.repeats === true && !flag.flag.includes('...') ? ' (repeatable)' : ''
  const option = new Option(flag.flag, `${flag.help ?? asHelp(words?.does ?? '')}${more}`).helpGroup(heading)
  const names = flag.names ?? namesOf(schema)
  if (flag.read === undefined && flag.means === undefined && names !== undefined) option.argChoices = [...names]
  if (flag.repeats === true) option.argParser((text: string, before: readonly string[] = []) => [...before, text])
  const preset = flag.preset ?? plainPreset(schema)
  if (preset !== undefined && flag.means === undefined) option.defaultValueDescription = preset
  return option
}

function namesOf(schema: z.ZodType): readonly string[] | undefined {
  const bare = bareOf(schema)
  return bare instanceof z.ZodEnum ? bare.options.map(String) : undefined
}

/** A default that says something: a number above 0, a name. */
function plainPreset(schema: z.ZodType): string | undefined {
  const preset = presetOf(schema)
  return (typeof preset === 'number' && preset !== 0) || typeof preset === 'string' ? String(preset) : undefined
}

/** "Counts above 0 ... small." as a help says it: "counts above 0 ... small". */
function asHelp(sentence: string): string {
  const text = /^[A-Z][A-Z]/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)
  return text.replace(/\.$/, '').replace(/`([^`]+)`/g, '$1')
}

const DECLARED = new WeakMap<Option, DeclaredOption>()

export function addDeclared(command: Command, options: readonly DeclaredOption[]): Command {
  for (const one of options) {
    DECLARED.set(one.option, one)
    command.addOption(one.option)
  }
  return command
}

/** The declaration of an option; undefined for one that belongs to the command alone. */
export function declarationOf(option: Option): DeclaredOption | undefined {
  return DECLARED.get(option)
}

/** The declared options that were given, in the order of the help. */
export function givenOptions(command: Command): readonly DeclaredOption[] {
  return command.options.flatMap((option) => {
    const found = DECLARED.get(option)
    return found !== undefined && command.getOptionValueSource(option.attributeName()) === 'cli' ? [found] : []
  })
}
