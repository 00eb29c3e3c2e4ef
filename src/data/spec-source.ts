/** The data that a spec names: where they are and how their places are read. File names in a spec are relative to the spec. */
import { dirname, isAbsolute, join } from 'node:path'
import { badInput } from '../request-error.ts'
import type { SpecFile } from '../spec/index.ts'
import type { Geography } from './geography.ts'
import type { Source } from './source-kinds.ts'

export function compileGeography(file: SpecFile): Geography {
  const { top, columns, code, parents } = file.spec.geography
  if (code !== undefined) {
    const levels = Object.entries(code.prefixes).map(([name, length]) => ({ name, length }))
    const regions = code.regions && { path: besideSpec(file, code.regions.file), column: code.regions.column }
    return { kind: 'prefixes', top, column: code.column, levels, ...(regions && { regions }) }
  }
  if (parents !== undefined) {
    const regions = { ...parents.regions, path: besideSpec(file, parents.regions.file) }
    return { kind: 'parents', top, column: parents.column, levels: parents.levels, regions }
  }
  return { kind: 'columns', top, columns: columns ?? [] }
}

export function compileSource(specFile: SpecFile): Source {
  const { file, postgres, count } = specFile.spec.source
  const { column, atMost } = specFile.spec.privacy?.person ?? {}
  if (column !== undefined && count !== undefined)
    throw badInput(
      `${specFile.path}: privacy.person: with source.count a line stands for many people, and cannot be one person's. Leave one of them out.`,
    )
  const person = column === undefined || atMost === undefined ? {} : { person: { column, atMost } }
  if (postgres !== undefined) return { kind: 'postgres', ...postgres, ...person }
  if (file === undefined)
    throw badInput(
      `${specFile.path}: source: is missing. Name the data: source: { file: people.csv }. (Only \`tacet decide\` does without.)`,
    )
  return { kind: 'file', path: besideSpec(specFile, file), ...person }
}

/** A file that a spec names: relative to the spec. */
export function besideSpec({ path }: Pick<SpecFile, 'path'>, file: string): string {
  return isAbsolute(file) ? file : join(dirname(path), file)
}
