/** The files of the public part: the table, one line per cell, and the codes that its equations are made of. */
import type { WriteColumn } from '../../data/index.ts'
import type { TableSystem } from '../../model/index.ts'

export function tableColumns(
  system: TableSystem,
  figure: string,
  published: readonly string[],
): readonly WriteColumn[] {
  const { variables, codes } = system
  return [
    ...variables.map(
      ({ name, codes: labels }, v): WriteColumn => ({
        name,
        kind: 'label',
        codes: Int32Array.from({ length: system.cells }, (_, cell) => codes[cell * variables.length + v]),
        labels,
      }),
    ),
    { name: figure, kind: 'text', values: published },
  ]
}

/** A line for each code and what it is a part of; codes of one group add up to their parent. */
export function codeColumnsOf({ variables }: TableSystem): readonly WriteColumn[] {
  const lines = variables.flatMap(({ name, codes, groups }) =>
    groups.flatMap(({ parent, children }, group) =>
      children.map((child) => ({ name, group, code: codes[child], parent: codes[parent] })),
    ),
  )
  return [
    { name: 'variable', kind: 'text', values: lines.map(({ name }) => name) },
    { name: 'sum', kind: 'whole', values: Float64Array.from(lines, ({ group }) => group + 1) },
    { name: 'code', kind: 'text', values: lines.map(({ code }) => code) },
    { name: 'part_of', kind: 'text', values: lines.map(({ parent }) => parent) },
  ]
}
