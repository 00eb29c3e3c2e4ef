import type { Command } from 'commander'
import { command, withContext } from '../command.ts'

export function initCommand(): Command {
  return command(
    'init',
    'Write a commented example of a spec.',
    `tacet init town.yaml
tacet plan town.yaml`,
  )
    .argument('[path]', 'where to write it; tacet.yaml without it', 'tacet.yaml')
    .action((path: string, options: { json?: boolean; quiet?: boolean }) =>
      withContext(options, async ({ terminal }) => {
        const { EXAMPLE_SPEC } = await import('../../spec/index.ts')
        const { writeNewFile } = await import('../../files/index.ts')
        await writeNewFile(path, EXAMPLE_SPEC)
        terminal.print(`Wrote ${path}. Fill in your file and columns, then: tacet plan ${path}`)
        terminal.result({ path })
      }),
    )
}
