/** Completion for PowerShell, 5.1 and later. Files are completed by PowerShell itself where nothing else fits. */
import type { CommandNode, Flag } from './command-tree.ts'

export function powershellCompletion(tree: readonly CommandNode[]): string {
  return `# tacet completion for PowerShell: tacet completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tacet -ScriptBlock {
    param($word, $line, $cursor)
    $commands = @{
${tree.map(commandLine).join('\n')}
    }
    $values = @{
${tree.flatMap(valueLines).join('\n')}
    }
    $typed = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
    $path = ''
    foreach ($one in $typed) {
        $next = "$path $one".Trim()
        if ($commands.ContainsKey($next)) { $path = $next }
    }
    $last = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
    $offered = if ($values.ContainsKey("$path $last")) { $values["$path $last"] } else { $commands[$path] }
    $offered | Where-Object { $_ -like "$word*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`
}

function commandLine({ path, commands, words, flags }: CommandNode): string {
  const offered = [...commands.map(({ name }) => name), ...words, ...flags.map(({ long }) => long)]
  return `        ${quoted(path)} = ${list(offered)}`
}

function valueLines({ path, flags }: CommandNode): string[] {
  return flags
    .filter((flag): flag is Flag & { readonly value: readonly string[] } => Array.isArray(flag.value))
    .map(({ long, value }) => `        ${quoted(`${path} ${long}`)} = ${list(value)}`)
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`
}

/** Nothing is replaced in single quotes; a quote is written twice. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
