import { Argument, Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { commandTree } from '../completion/command-tree.ts'
import { fishCompletion } from '../completion/fish.ts'
import { powershellCompletion } from '../completion/powershell.ts'
import { zshCompletion } from '../completion/zsh.ts'

const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that completes commands, flags and files in your shell.')
    .addArgument(new Argument('<shell>', 'bash, zsh, fish or powershell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
Examples:
  echo 'eval "$(tacet completion bash)"' >> ~/.bashrc
  # in ~/.zshrc it must stand after the line with compinit
  echo 'eval "$(tacet completion zsh)"' >> ~/.zshrc
  tacet completion fish > ~/.config/fish/completions/tacet.fish
  # in the file that $PROFILE names
  tacet completion powershell | Out-String | Invoke-Expression`,
    )
    .action((shell: keyof typeof SCRIPTS, _options: unknown, self: Command) => {
      process.stdout.write(SCRIPTS[shell](commandTree(self.parent as Command)))
    })
}
