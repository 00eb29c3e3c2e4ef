/** Completion for bash, 3.2 and later; it needs no other package. */
import type { CommandNode, Flag } from './command-tree.ts'

export function bashCompletion(tree: readonly CommandNode[]): string {
  const paths = tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      ${quoted(path)}) path=${quoted(path)} ;;`)
  return `# tacet completion for bash: eval "$(tacet completion bash)"
_tacet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' files='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
${paths.join('\n')}
    esac
  done
  COMPREPLY=()
  case "$path:$previous" in
${tree.flatMap(valueCases).join('\n')}
  esac
  case "$path" in
${tree.map(nodeCase).join('\n')}
  esac
  [[ $current == -* ]] || words="\${words%%--*}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -z $files || $current == -* ]] || _tacet_files
}
_tacet_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$current"))
}
complete -F _tacet tacet
`
}

/** What may follow a flag that takes a value. */
function valueCases({ path, flags }: CommandNode): string[] {
  return flags
    .filter(({ value }) => value !== 'none')
    .map(({ long, short, value }) => {
      const pattern = [long, ...(short === undefined ? [] : [short])].map((name) => quoted(`${path}:${name}`)).join('|')
      return `    ${pattern}) ${valueAction(value)}return ;;`
    })
}

function valueAction(value: Flag['value']): string {
  if (value === 'file') return '_tacet_files; '
  return typeof value === 'string' ? '' : `COMPREPLY=($(compgen -W ${quoted(value.join(' '))} -- "$current")); `
}

/** Plain words first: what is left of the list before the first flag is offered where no flag is begun. */
function nodeCase({ path, commands, words, flags, files }: CommandNode): string {
  const plain = [...commands.map(({ name }) => name), ...words]
  const all = [...plain, ...flags.map(({ long }) => long)].join(' ')
  return `    ${quoted(path)}) words=${quoted(all)} files=${quoted(files ? 'yes' : '')} ;;`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
