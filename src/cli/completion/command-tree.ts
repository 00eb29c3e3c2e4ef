/** The commands and flags of the program, read off commander, in the form that a shell's completion needs. */
import type { Command, Option } from 'commander'

export interface CommandNode {
  /** As typed: '' for the program, then 'audit', 'ledger show'. */
  readonly path: string
  readonly description: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly flags: readonly Flag[]
  /** Whether its arguments are files or folders. */
  readonly files: boolean
  /** The words that its first argument may be. */
  readonly words: readonly string[]
}

export interface Flag {
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  readonly repeatable: boolean
  /** What comes after it: nothing, one of a few words, a file or folder, or something only the user knows. */
  readonly value: 'none' | 'file' | 'text' | readonly string[]
  /** How the help names the value. */
  readonly valueName: string
}

/** The program first, then every command and the commands within it. */
export function commandTree(root: Command): CommandNode[] {
  return [nodeOf(root, ''), ...below(root, '')]
}

function below(command: Command, path: string): CommandNode[] {
  return command.commands.flatMap((inner) => {
    const own = path === '' ? inner.name() : `${path} ${inner.name()}`
    return [nodeOf(inner, own), ...below(inner, own)]
  })
}

function nodeOf(command: Command, path: string): CommandNode {
  const commands = command.commands.map((inner) => ({ name: inner.name(), description: firstSentence(inner) }))
  const [first] = command.registeredArguments
  return {
    path,
    description: firstSentence(command),
    commands,
    flags: [...command.options.map(flagOf), HELP],
    files: command.registeredArguments.some((argument) => isFile(argument.name())),
    words: first?.argChoices ?? [],
  }
}

const HELP: Flag = {
  long: '--help',
  short: '-h',
  description: 'show the help',
  repeatable: false,
  value: 'none',
  valueName: '',
}

function flagOf(option: Option): Flag {
  const valueName = /[<[]([^>\]]*)[>\]]/.exec(option.flags)?.[1] ?? ''
  return {
    long: option.long ?? option.flags,
    short: option.short,
    description: option.description,
    repeatable: option.description.includes('(repeatable)'),
    value: option.argChoices ?? (valueName === '' ? 'none' : isFile(valueName) ? 'file' : 'text'),
    valueName,
  }
}

/** By the names that the help gives to arguments and values that are paths. */
function isFile(name: string): boolean {
  return ['file', 'folder', 'release', 'path', 'data', 'spec', 'model'].includes(name)
}

function firstSentence(command: Command): string {
  return command.description().split(/(?<=\.) /)[0]
}
