/** The help in plain words: choices and defaults only where they tell something, examples that fit 80 columns. */
import type { Command, Option } from 'commander'

export function plainHelp(command: Command): void {
  command.helpOption('-h, --help', 'show this help')
  command.configureHelp({ optionDescription: describeOption, argumentDescription: (argument) => argument.description })
  if (command.commands.length > 0) command.helpCommand('help [command]', 'show the help of a command')
}

export function describeOption(option: Option): string {
  const choices = option.argChoices === undefined ? '' : `: ${option.argChoices.join(', ')}`
  const preset = option.defaultValueDescription ?? option.defaultValue
  const tells = !option.negate && !NOTHING.has(JSON.stringify(preset))
  return `${option.description}${choices}${tells ? ` (default: ${preset})` : ''}`
}

/** Defaults that amount to not giving the option. */
const NOTHING = new Set([undefined, '""', '[]', '0', '"0"', 'false'])

const WIDTH = 76

/** Long command lines are broken before a flag, as a shell allows; remarks stand above them. */
export function exampleText(lines: string): string {
  return lines.trim().split('\n').map(exampleLine).join('\n')
}

function exampleLine(line: string): string {
  const [, command, remark] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? ['', line, undefined]
  const parts = command.split(/ (?=--)/)
  const broken = parts.slice(1).reduce((text, part) => {
    const last = text.split('\n').at(-1) ?? ''
    return last.length + part.length + 3 <= WIDTH ? `${text} ${part}` : `${text} \\\n      ${part}`
  }, `  ${parts[0]}`)
  return remark === undefined ? broken : `  # ${remark}\n${broken}`
}
