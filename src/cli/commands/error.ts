import type { Command } from 'commander'
import type { ReleaseError } from '../../jobs/index.ts'
import { badField } from '../../request-error.ts'
import { command, withContext } from '../command.ts'
import { inFlags } from '../field-names.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly where?: readonly string[]
  readonly areas?: string
  readonly level?: string
}

export function errorCommand(): Command {
  return command(
    'error',
    'The error of any sum of a top-down release: error, bias and a 90 % interval.',
    `tacet error release --level ward
tacet error release --where age=0,1,2 --areas school-districts.csv`,
  )
    .argument('<release>', 'the folder of a release with `output: { replicates: 40 }`')
    .option('--where <attribute=levels...>', 'count only these, as in age=0,1,2; several for several attributes')
    .option('--areas <file>', 'areas of leaves: a table with the columns area and region')
    .option('--level <name>', 'without areas: every place of this level; the top without it')
    .action((release: string, options: Options, own: Command) =>
      withContext(options, async ({ terminal }) => {
        const found = await errorsOf(release, options).catch((error: unknown) => {
          throw inFlags(error, own)
        })
        const rows = found.areas.map((a) => [a.area, a.count, a.error, a.bias, a.low, a.high])
        terminal.table(['area', 'count', 'error', 'bias', 'low (90 %)', 'high (90 %)'], rows)
        terminal.print(`\nFrom ${found.replicates} simulations of the release.`)
        terminal.result(found)
      }),
    )
}

async function errorsOf(release: string, { areas, level, where = [] }: Options): Promise<ReleaseError> {
  const { releaseError } = await import('../../jobs/index.ts')
  return releaseError({ release, areas, level, where: Object.fromEntries(where.map(condition)) })
}

function condition(text: string): readonly [string, readonly string[]] {
  const at = text.indexOf('=')
  if (at <= 0) throw badField('where', `"${text}" names no levels. Write attribute=level, as in age=0,1,2.`)
  return [text.slice(0, at), text.slice(at + 1).split(',')]
}
