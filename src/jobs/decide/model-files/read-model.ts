/** The model of a decision as it stands in a file: an LP or MPS file, or a spec. As confidential as its right-hand sides. */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readSpec } from '../../../data/read-spec.ts'
import { besideSpec } from '../../../data/spec-source.ts'
import { readTextFile } from '../../../data/text-file.ts'
import { type Program, readLp, readMps } from '../../../decisions/index.ts'
import { badInput } from '../../../request-error.ts'
import type { SpecFile } from '../../../spec/index.ts'
import { sideQueries } from './declared-queries.ts'
import { programOf } from './spec-program.ts'

export async function readModelFile(path: string): Promise<Program> {
  if (/\.(ya?ml|json)$/i.test(path)) return modelOfSpec(await readSpec(path)).read()
  const format = /\.(mps|lp)(\.gz)?$/i.exec(path)
  if (format === null) {
    throw badInput(
      `${path}: the ending of the name tells the format. Use .lp (CPLEX LP) or .mps, either also with .gz, or a spec (.yaml).`,
    )
  }
  const text =
    format[2] === undefined
      ? await readTextFile(path, 'A model is an .lp or .mps file, or a spec.')
      : unpacked(path, await readFile(path).catch(() => noFile(path)))
  return format[1].toLowerCase() === 'mps' ? readMps(text) : readLp(text)
}

function noFile(path: string): never {
  throw badInput(`${path}: there is no such file. A model is an .lp or .mps file, or a spec.`)
}

/** A longer text would not fit into a string. */
const MOST_BYTES = 500_000_000

function unpacked(path: string, bytes: Buffer): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8')
  } catch {
    throw badInput(
      `${path}: the file cannot be unpacked: it is no gzip file, it is cut off, or it holds more than 500 MB. Pack it again.`,
    )
  }
}

export interface SpecModel {
  readonly path: string
  /** Further files that the model is made of. */
  readonly tables: readonly ModelTable[]
  /** The name of the confidential file: that of the records where there is one. */
  readonly dataset: string
  readonly read: () => Promise<Program>
}

export interface ModelTable {
  readonly path: string
  /** Whether it holds right-hand sides, or the records that they are counted from. */
  readonly confidential: boolean
}

export function modelOfSpec(file: SpecFile): SpecModel {
  const { model, program, queries, private: closedSides = [] } = file.spec.decide ?? {}
  if ((model === undefined) === (program === undefined))
    throw badInput(`${file.path}: decide: give either a \`model\` file or a \`program\`.`)
  if (program === undefined) {
    const path = besideSpec(file, model as string)
    return { path, tables: [], dataset: basename(path), read: () => readModelFile(path) }
  }
  const { variables, quadratic, terms, sides, records } = program.tables
  const pathsOf = (tables: readonly ({ readonly file: string } | undefined)[]): readonly string[] => [
    ...new Set(tables.flatMap((table) => (table === undefined ? [] : [besideSpec(file, table.file)]))),
  ]
  const closed = pathsOf([sides, records])
  const open = pathsOf([variables, quadratic, terms]).filter((path) => !closed.includes(path))
  return {
    path: file.path,
    tables: [
      ...open.map((path) => ({ path, confidential: false })),
      ...closed.map((path) => ({ path, confidential: true })),
    ],
    dataset: basename(records?.file ?? file.path),
    read: () =>
      programOf(
        program,
        { private: closedSides, queries: sideQueries(queries), person: file.spec.privacy?.person },
        (name) => besideSpec(file, name),
      ),
  }
}
