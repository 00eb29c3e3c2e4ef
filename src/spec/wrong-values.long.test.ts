import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLE_SPEC } from './example-spec.ts'
import { parseSpec } from './parse-spec.ts'

/** A spec that has every field, and every value of it replaced by one of another kind. */
test('no wrong value in any field is answered in the words of the validator', () => {
  const full = parse(`${EXAMPLE_SPEC}
impossible: [{ sex: [female] }]
topdown: { passes: [[total]], areas: { file: a.csv, area: a, region: [b] }, later: { attributes: [{ name: z, range: [0, 1] }] } }
units: { source: { postgres: { url: "postgresql://h/d", from: t } }, attributes: [{ name: u, levels: [a] }], privacy: { rho: 1, delta: 0.1 }, workload: [{ query: total, share: 1/2 }], links: [{ level: town, people: { sex: [male] }, atMostTimes: 3, units: { u: [a] } }] }
audit: { rows: [a], columns: [b], merge: { a: { b: [c] } }, small: 3, decimals: 2 }
groups: { levels: [a], size: b, parents: { file: a.csv, column: a, parent: b }, largest: 4 }
decide: { program: { variables: { x: { cost: 1 } }, constraints: { c: { terms: { x: 1 }, upper: 3 } }, tables: { sides: { file: a.csv, row: a, lower: b } } }, private: [c], queries: { c: { sum: [0, 1] } }, floor: { c: 0 } }
`) as object
  const wrong: readonly unknown[] = [null, 7, -1.5, 'x', '', true, [], [[]], {}, { x: 1 }, { constructor: 1 }]
  let tried = 0
  for (const path of pathsOf(full)) {
    for (const value of wrong) {
      try {
        parseSpec(JSON.stringify(withValue(full, path, value)), 'town.yaml')
      } catch (error) {
        tried++
        const { name, message } = error as Error
        expect(name, `${path.join('.')} = ${JSON.stringify(value)}: ${message}`).toBe('RequestError')
        expect(message).not.toMatch(/expected|received|invalid|too small|too big|unrecognized|\bundefined\b|\bNaN\b/i)
      }
    }
  }
  expect(tried).toBeGreaterThan(1000)
})

function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key])),
  ]
}

function withValue(whole: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(whole)
  const last = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (inner, key) => inner[key] as Record<string, unknown>,
      copy as Record<string, unknown>,
    )
  last[path[path.length - 1]] = value
  return copy
}
