/** The files that a spec reads, for telling whether a stopped run is the same run. */
import { besideSpec, dataFiles } from '../../data/index.ts'
import type { SpecFact, SpecFile } from '../../spec/index.ts'
import type { Table } from './tables.ts'

export function inputFiles(file: SpecFile, tables: readonly Table[]): readonly string[] {
  const data = tables.flatMap(({ release: { source } }) => (source.kind === 'file' ? dataFiles(source.path) : []))
  const [{ release }] = tables
  const { geography } = release
  const regions = geography.kind === 'columns' || geography.regions === undefined ? [] : [geography.regions.path]
  const facts = [...tables.flatMap(({ spec }) => spec.public), ...(file.spec.topdown?.later?.public ?? [])]
  const { areas } = file.spec.topdown ?? {}
  const { boundaries } = file.spec.output
  const drawn = [areas, boundaries].flatMap((named) => (named === undefined ? [] : [named.file]))
  const named = [...facts.flatMap(factFiles), ...drawn]
  return [...new Set([...data, ...regions, ...named.map((name) => besideSpec(file, name))])]
}

function factFiles({ exactly, atLeast, atMost }: SpecFact): readonly string[] {
  return [exactly, atLeast, atMost].flatMap((value) => (typeof value === 'object' ? [value.file] : []))
}
