import type { Command } from 'commander'
import { command, withContext } from '../command.ts'

export function describeCommand(): Command {
  return command(
    'describe',
    'Look at a file: columns, levels, missing values, and what each column seems to be for.',
    `tacet describe people.csv
tacet describe people.parquet --spec town.yaml`,
  )
    .argument('<file>', 'CSV, TSV (also .gz), Parquet or Arrow')
    .option('--spec <path>', 'write a starter spec there')
    .action((file: string, options: { json?: boolean; quiet?: boolean; spec?: string }) =>
      withContext(options, async ({ terminal }) => {
        const { describeFile, withDatabase } = await import('../../data/index.ts')
        const { starterSpec } = await import('../../data/index.ts')
        const { writeNewFile } = await import('../../files/index.ts')
        terminal.progress.phase(`Reading ${file}`)
        const description = await withDatabase({}, (db) => describeFile(db, file))
        const table = description.columns.map((column) => [
          column.name,
          column.type,
          column.distinct,
          column.missing,
          column.looksLike,
          levelsText(column.levels, column.smallest, column.largest),
        ])
        terminal.table(['column', 'type', 'distinct', 'missing', 'looks like', 'levels'], table)
        terminal.print()
        terminal.print(`${description.rows.toLocaleString('en')} records.`)
        terminal.mark('warning', 'CONFIDENTIAL:', 'this is read from the data themselves.')
        if (description.doubtfulHeader)
          terminal.note(
            `The first line of ${file} looks like a record. Column names belong there: put a line of them above it.`,
          )
        if (options.spec !== undefined) {
          await writeNewFile(options.spec, starterSpec(description, options.spec))
          terminal.note(
            `Wrote ${options.spec}. Check its levels: what it lists becomes public. Then: tacet plan ${options.spec}`,
          )
        }
        terminal.result({ stamp: 'CONFIDENTIAL', ...description })
      }),
    )
}

function levelsText(levels: readonly string[], smallest: number | null, largest: number | null): string {
  if (levels.length > 0) {
    const text = levels.slice(0, 6).join(', ')
    return levels.length > 6 ? `${text}, ...` : text
  }
  return smallest === null || largest === null ? '' : `${smallest} to ${largest}`
}
