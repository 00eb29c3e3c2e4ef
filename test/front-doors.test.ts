/** The index of every room begins with its map, and exports in that order. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const doors = ['index.ts', ...readdirSync(src).map((room) => `${room}/index.ts`)].filter((door) =>
  existsSync(`${src}${door}`),
)

test('every room that the package opens has a door', () => {
  const { exports } = JSON.parse(readFileSync(`${src}../package.json`, 'utf8')) as { exports: Record<string, unknown> }
  const opened = Object.keys(exports).filter((path) => /^\.\/\w+$/.test(path))
  expect(opened.length).toBeGreaterThan(10)
  expect(opened.filter((path) => !doors.includes(`${path.slice(2)}/index.ts`))).toEqual([])
})

test.each(doors)('%s begins with its map, and follows it', (door) => {
  const text = readFileSync(`${src}${door}`, 'utf8')
  expect(text.startsWith('/**\n'), 'begins with a comment').toBe(true)
  const map = [...text.slice(0, text.indexOf('*/')).matchAll(/^ \* (\d+\. .*)$/gm)].map(([, title]) => title)
  const sections = [...text.matchAll(/^\/\/ (\d+\. .*)$/gm)].map(([, title]) => title)
  expect(sections.length).toBe(map.length)
  for (const [i, section] of sections.entries()) expect(map[i].startsWith(section), section).toBe(true)
})
