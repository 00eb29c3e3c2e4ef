/** The data that a spec names: where they are and how their places are read. File names in a spec are relative to the spec. */
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { badField, badInput } from '../request-error.ts'
import { MISSING_TEXTS, type Reading, type Spec, type SpecAudit, type SpecFile } from '../spec/index.ts'
import { checkCountName } from './count-column.ts'
import type { Geography } from './geography.ts'
import { isPattern } from './parquet-files.ts'
import type { Source } from './source-kinds.ts'

export function compileGeography(file: SpecFile): Geography {
  const { top: name, columns = [], code, parents, regions: list, missing } = file.spec.geography
  const top = { top: name, ...(missing !== undefined && { missing }) }
  if (code !== undefined) {
    const levels = Object.entries(code.prefixes).map(([name, length]) => ({ name, length }))
    const regions = code.regions && { path: besideSpec(file, code.regions.file), column: code.regions.column }
    return { kind: 'prefixes', ...top, column: code.column, levels, ...(regions && { regions }) }
  }
  if (parents !== undefined) {
    const regions = { ...parents.regions, path: besideSpec(file, parents.regions.file) }
    return { kind: 'parents', ...top, column: parents.column, levels: parents.levels, regions }
  }
  const regions = list && { path: besideSpec(file, list.file), columns: list.columns ?? columns }
  return { kind: 'columns', ...top, columns, ...(regions && { regions }) }
}

export function compileSource(specFile: SpecFile): Source {
  const { file, postgres, clickhouse, count } = specFile.spec.source
  checkCountName(specFile.spec.source)
  const { column, atMost } = specFile.spec.privacy?.person ?? {}
  if (column !== undefined && count !== undefined)
    throw badInput(
      `${specFile.path}: privacy.person: with source.count a line stands for many people, and cannot be one person's. Leave one of them out.`,
    )
  const person = column === undefined || atMost === undefined ? {} : { person: { column, atMost } }
  if (postgres !== undefined) return { kind: 'postgres', ...postgres, ...person }
  if (clickhouse !== undefined) return { kind: 'clickhouse', ...clickhouse, ...person }
  if (file === undefined)
    throw badInput(
      `${specFile.path}: source: is missing. Name the data: source: { file: people.csv }. (Only \`tacet decide\` does without.)`,
    )
  const read = compileReading(specFile.spec)
  const told = Object.keys(read).length === 0 ? {} : { read }
  const path = besideSpec(specFile, file)
  if (isPattern(path) && resolve(dirname(path)) === resolve(dirname(specFile.path)))
    throw badField(
      'source.file',
      `${file}: files that are named together stand in a folder of their own, and their ledger beside it. Put them into one: parts/${file}.`,
    )
  return { kind: 'file', path, ...told, ...person }
}

/** How the file of a spec is read. A text that the spec names as a level is no missing value, unless the spec says so. */
export function compileReading({ source: { read }, attributes, audit }: Spec): Reading {
  const named = audit === undefined ? [] : auditLevels(audit)
  return withLevels(read ?? {}, [...attributes.flatMap(({ levels = [] }) => levels), ...named])
}

/** The levels of the data that an audit names: those that are merged, and those in an order that are no names of merged ones. */
export function auditLevels(audit: SpecAudit): readonly string[] {
  if (!('merge' in audit)) return []
  const { merge, order } = audit
  const merged = Object.values(merge).flatMap((groups) => Object.values(groups).flat())
  const listed = Object.entries(order).flatMap(([variable, levels]) => {
    const names = new Set(Object.hasOwn(merge, variable) ? Object.keys(merge[variable]) : [])
    return levels.filter((level) => !names.has(level))
  })
  return [...merged, ...listed]
}

/** What stands for a missing value, without the texts that are named as levels. */
export function withLevels(read: Reading, levels: readonly string[]): Reading {
  if (read.missing !== undefined) return read
  const named = new Set(levels.map((level) => level.trim().toLowerCase()))
  const missing = MISSING_TEXTS.filter((text) => !named.has(text.toLowerCase()))
  return missing.length === MISSING_TEXTS.length ? read : { ...read, missing }
}

/** A file that a spec names: relative to the spec. */
export function besideSpec({ path }: Pick<SpecFile, 'path'>, file: string): string {
  return isAbsolute(file) ? file : join(dirname(path), file)
}
