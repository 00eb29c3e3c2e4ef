/** Completion for zsh, through its own `_arguments`. Works from a file `_tacet` on the fpath and with eval. */
import type { CommandNode, Flag } from './command-tree.ts'

export function zshCompletion(tree: readonly CommandNode[]): string {
  return `#compdef tacet
# tacet completion for zsh: eval "$(tacet completion zsh)" after compinit
${tree.map(functionOf).join('\n')}
if [[ $funcstack[1] == _tacet ]]; then _tacet "$@"; else compdef _tacet tacet; fi
`
}

function functionOf(node: CommandNode): string {
  const flags = node.flags.map((flag) => `    ${flagSpec(flag)}`)
  const lines = node.commands.length > 0 ? inner(node, flags) : outer(node, flags)
  return `${functionName(node.path)}() {\n${lines}\n}`
}

function outer({ words, files }: CommandNode, flags: readonly string[]): string {
  const first = words.length > 0 ? [`    '1: :(${words.join(' ')})'`] : []
  const rest = files ? ["    '*: :_files'"] : []
  return `  _arguments \\\n${[...flags, ...first, ...rest].join(' \\\n')}`
}

function inner({ path, commands }: CommandNode, flags: readonly string[]): string {
  const names = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`)
  const calls = commands.map(({ name }) => `      ${name}) ${functionName(`${path} ${name}`.trim())} ;;`)
  return `  local curcontext="$curcontext" state line
  local -A opt_args
  local -a commands=(
${names.join('\n')}
  )
  _arguments -C \\
${flags.join(' \\\n')} \\
    '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest) case $words[1] in
${calls.join('\n')}
    esac ;;
  esac`
}

function flagSpec({ long, short, description, repeatable, value, valueName }: Flag): string {
  const action =
    value === 'none'
      ? ''
      : `:${escaped(valueName)}:${typeof value === 'string' ? ACTIONS[value] : `(${value.join(' ')})`}`
  const rest = `[${escaped(description)}]${action}`
  const star = repeatable ? '*' : ''
  if (short === undefined) return quoted(`${star}${long}${rest}`)
  return `${quoted(`(${short} ${long})`)}{${short},${long}}${quoted(rest)}`
}

const ACTIONS = { file: '_files', text: ' ' } as const

function functionName(path: string): string {
  return path === '' ? '_tacet' : `_tacet_${path.replaceAll(/[^a-z]/g, '_')}`
}

/** Brackets and colons end a part of a spec. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, '\\$&')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
