/** A spec with some of its fields changed. */
import { type Document, isMap, isNode, isScalar, parseDocument } from 'yaml'
import { z } from 'zod'
import { SPEC_HEAD } from './example-spec.ts'

/** One field to be set, by its path; null takes it away. */
export const specChange = z.strictObject({
  path: z
    .array(z.union([z.string(), z.int()]))
    .min(1)
    .readonly(),
  value: z.unknown(),
})

export type SpecChange = z.output<typeof specChange>

/** The text of a spec with some fields changed; what stays the same keeps its place, its form and its comments. */
export function withChanges(text: string, changes: readonly SpecChange[]): string {
  const document = parseDocument(text.trim() === '' ? SPEC_HEAD : text)
  for (const { path, value } of changes) assign(document, [...path], value)
  return document.toString({ lineWidth: 120, flowCollectionPadding: true })
}

function assign(document: Document, path: (string | number)[], value: unknown): void {
  const there = document.getIn(path, true)
  if (value === null) document.deleteIn(path)
  else if (isMap(there) && isPlain(value)) {
    for (const { key } of [...there.items]) {
      const name = String(isScalar(key) ? key.value : key)
      if (!(name in value)) document.deleteIn([...path, name])
    }
    for (const [name, inner] of Object.entries(value)) assign(document, [...path, name], inner)
  } else if (!isNode(there) || JSON.stringify(there.toJS(document)) !== JSON.stringify(value))
    document.setIn(path, document.createNode(value))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
