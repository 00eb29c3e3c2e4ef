import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { builtFolder } from '../../built.ts'
import { badInput } from '../../request-error.ts'
import { command, withContext } from '../command.ts'

/** Beside the build, in a checkout; the package has none. */
const folder = new URL('../build/bench/', builtFolder)

export function benchCommand(): Command {
  return command(
    'bench',
    'Run the benchmarks: each prints its ratio to a peer or a baseline in the same run.',
    `tacet bench
tacet bench samplers`,
  )
    .argument('[names...]', 'which; all without it')
    .action((names: string[], options: { json?: boolean; quiet?: boolean }) =>
      withContext(options, async ({ terminal }) => {
        const all = benchNames()
        if (all.length === 0)
          throw badInput(
            'The benchmarks are in the repository, not in the package. Clone it, and run: npm ci && npm run bench',
          )
        const stray = names.find((name) => !all.includes(name))
        if (stray !== undefined) throw badInput(`There is no benchmark "${stray}". There are: ${all.join(', ')}.`)
        for (const name of names.length === 0 ? all : names) {
          terminal.note(`== ${name}`)
          await import(new URL(`${name}.mjs`, folder).href)
        }
      }),
    )
}

/** Helpers of a benchmark stand beside it under its name with a dash: audit.mjs, audit-tables.mjs. */
function benchNames(): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith('.mjs') && !file.includes('-'))
  return files.map((file) => file.slice(0, -'.mjs'.length)).sort()
}
