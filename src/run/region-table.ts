/** Every region of every level with its parent, as it is published beside a release: what the levels add up along. */
import type { WriteColumn } from '../data/index.ts'
import type { Hierarchy } from '../model/index.ts'

/** level, region, parent. */
export function regionColumns({ levels }: Hierarchy, level: number): WriteColumn[] {
  const { regions, parent } = levels[level]
  const names = levels.map(({ name }) => name)
  return [
    { name: 'level', kind: 'label', labels: names, codes: new Int32Array(regions.length).fill(level) },
    { name: 'region', kind: 'text', values: regions },
    {
      name: 'parent',
      kind: 'text',
      values: regions.map((_, i) => (level === 0 ? null : levels[level - 1].regions[parent[i]])),
    },
  ]
}
