/** Completion for fish, 3 and later. */
import type { CommandNode, Flag } from './command-tree.ts'

export function fishCompletion(tree: readonly CommandNode[]): string {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# tacet completion for fish: tacet completion fish | source
function __tacet_at --description 'Whether the command typed so far is this one'
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$path $word")
        if contains -- "$next" ${paths.join(' ')}
            set path $next
        end
    end
    test "$path" = "$argv[1]"
end
complete -c tacet -f
${tree.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, words, flags, files }: CommandNode): string[] {
  const at = `complete -c tacet -n ${quoted(`__tacet_at ${quoted(path)}`)}`
  return [
    ...commands.map(({ name, description }) => `${at} -a ${name} -d ${quoted(description)}`),
    ...(words.length > 0 ? [`${at} -a ${quoted(words.join(' '))}`] : []),
    ...(files ? [`${at} -F`] : []),
    ...flags.map((flag) => `${at} ${flagWords(flag)}`),
  ]
}

function flagWords({ long, short, description, value }: Flag): string {
  const names = `${short === undefined ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}`
  return `${names}${valueWords(value)} -d ${quoted(description)}`
}

function valueWords(value: Flag['value']): string {
  if (value === 'none') return ''
  if (value === 'file') return ' -r -F'
  return value === 'text' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
