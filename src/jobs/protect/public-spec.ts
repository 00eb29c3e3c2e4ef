/**
 * What was asked, without what would help a reader: rules, needs, costs and lists of cells stay private, for with p known the largest contribution
 * of a sensitive cell is bounded. Not even the fingerprint of the whole text is published: few texts are likely.
 */
import { basename } from 'node:path'
import type { About } from '../../spec/index.ts'
import type { ProtectTask } from './task.ts'

export function publicSpec(task: ProtectTask, title: string, about: About | undefined): string {
  const { fields, path } = task
  const { method, rows, columns, linked, total, value, negative } = fields
  const own =
    fields.kind === 'round'
      ? { base: fields.base }
      : fields.kind === 'cellkey'
        ? { noise: fields.noise, variance: fields.variance, notBelow: fields.notBelow, keys: fields.keys }
        : {}
  return JSON.stringify({
    tacet: 1,
    title,
    ...(about !== undefined && { about }),
    source: { file: basename(path) },
    protect: { method, rows, columns, linked, total, ...(value !== undefined && { value }), negative, ...own },
  })
}
