/** The rooms inside this one import one way too, and no file imports itself through others. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const ORDER = ['problem', 'points', 'partition', 'bound', 'suppression', 'exact', 'improve', 'methods', 'publish']

const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

function importsOf(name: string): string[] {
  const text = readFileSync(join(here, name), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, to]) => relative(here, resolve(dirname(join(here, name)), to)))
    .filter((to) => !to.startsWith('..'))
}

const graph = new Map(files.map((name) => [name, importsOf(name)]))
const rankOf = (name: string): number => (name.includes('/') ? ORDER.indexOf(name.split('/')[0]) : ORDER.length)

test('every folder is a room of the map', () => {
  const folders = readdirSync(here).filter((name) => statSync(join(here, name)).isDirectory())
  expect(folders.toSorted()).toEqual(ORDER.toSorted())
})

test('inner rooms import one way', () => {
  const wrong = [...graph].flatMap(([from, all]) =>
    all.filter((to) => rankOf(to) > rankOf(from)).map((to) => `${from} imports ${to}`),
  )
  expect(wrong).toEqual([])
})

test('no file imports itself through others', () => {
  const done = new Set<string>()
  const walk = (name: string, path: readonly string[]): string[] => {
    if (path.includes(name)) return [[...path, name].join(' > ')]
    if (done.has(name)) return []
    const found = (graph.get(name) ?? []).flatMap((to) => walk(to, [...path, name]))
    done.add(name)
    return found
  }
  expect(files.flatMap((name) => walk(name, []))).toEqual([])
})
