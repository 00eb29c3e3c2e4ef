/** The record of what has been published: whole, with a line for this release, and no earlier one of the same figures left out of it. */
import { z } from 'zod'
import { readTextFile } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { sha256Text } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf, guarded } from './check.ts'
import type { ReadTable } from './protect-table.ts'

const lineSchema = z.looseObject({
  index: z.int(),
  previous: z.string(),
  hash: z.string(),
  runId: z.string(),
  release: z.string(),
  figure: z.string(),
  decimals: z.int(),
  data: z.string(),
  cells: z.array(z.tuple([z.string(), z.int(), z.union([z.literal(0), z.literal(1)])]).rest(z.int())),
})

type Line = z.output<typeof lineSchema>

export function recordChecks(path: string, manifest: Manifest, table: ReadTable): Promise<readonly Check[]> {
  return guarded('record', async () => {
    const text = await readTextFile(path, 'The record of what has been published is a file of lines beside the data.')
    const lines = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line, l) => lineOf(line, `${path}, line ${l + 1}`))
    const own = lines.findIndex(({ runId }) => runId === manifest.runId)
    if (own < 0) return [checkOf('record', ['it has no line for this release'], '')]
    const stated = new Set(Array.isArray(manifest.result.earlier) ? manifest.result.earlier.map(String) : [])
    const { data, figure, decimals } = lines[own]
    const missing = lines
      .slice(0, own)
      .filter(
        (one) => one.data === data && one.figure === figure && one.decimals === decimals && !stated.has(one.runId),
      )
    const faults = [
      ...chainFaults(lines, text),
      ...missing.map(({ release }) => `the earlier release ${release} of the same figures was left out`),
      ...cellFaults(lines[own], table),
    ]
    return [
      checkOf(
        'record',
        faults,
        `${lines.length} releases in one chain; ${stated.size} earlier ones were taken into account`,
      ),
    ]
  })
}

function lineOf(text: string, where: string): Line {
  const parsed = lineSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw badInput(`${where}: it is no line of a record`)
  return parsed.data
}

/** Each line holds the hash of the one before, and its own last. */
function chainFaults(lines: readonly Line[], text: string): readonly string[] {
  const texts = text.split('\n').filter((line) => line !== '')
  const broken = lines.findIndex(({ hash, previous, index }, l) => {
    const bare = texts[l].replace(`,"hash":"${hash}"}`, '}')
    return index !== l || previous !== (lines[l - 1]?.hash ?? '0'.repeat(64)) || sha256Text(bare) !== hash
  })
  return broken < 0 ? [] : [`line ${broken + 1} of it was changed`]
}

/** What it says of this release is what is published. */
function cellFaults({ cells }: Line, { codes, units, result }: ReadTable): readonly string[] {
  if (result.method !== 'suppress') return []
  if (cells.length !== codes.length) return ['it has another number of cells for this release']
  const wrong = cells.flatMap(([, value, withheld], line) =>
    (withheld === 1) === (units[line] === undefined) && (units[line] === undefined || units[line] === BigInt(value))
      ? []
      : [line + 2],
  )
  return wrong.length === 0 ? [] : [`it has other figures for lines ${wrong.slice(0, 5).join(', ')}`]
}
