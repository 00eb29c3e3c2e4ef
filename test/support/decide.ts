/** Models and specs for the tests of `tacet decide`, each in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { tacet } from './cli.ts'

/** For all files of a test process, which may use the same names. */
const folder = mkdtempSync(join(tmpdir(), 'tacet-decide-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

export const LP = `Maximize
 obj: 3 x + 2 y
Subject To
 cap1: x + y <= 1000
 cap2: x + 3 y <= 1500
 public: x <= 800
End
`
export const FLAGS = ['--private', 'cap*', '--sensitivity', '1', '--epsilon', '1', '--delta', '1e-6']

/** With the floor that this model has. */
export const FLOORED = [...FLAGS, '--floor', '0']

export function home(name: string, text = LP): string {
  const path = mkdtempSync(join(folder, `${name}-`))
  writeFileSync(join(path, 'model.lp'), text)
  return path
}

export const solutionIn = (path: string): Record<string, number> =>
  Object.fromEntries(
    readFileSync(join(path, 'solution.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([name, value]) => [name, Number(value)]),
  )

export const TABLES: Readonly<Record<string, string>> = {
  'crops.csv': 'crop,price,most\nwheat,3,800\nbarley,2,\n',
  'use.csv': 'limit,crop,amount\nland,wheat,1\nland,barley,1\nwater,wheat,1\nwater,barley,3.0\n',
  'limits.csv': 'limit,there\nland,1000\nwater,1500\n',
}
export const SPEC = `tacet: 1
title: A small farm
decide:
  program:
    sense: maximise
    tables:
      variables: { file: crops.csv, name: crop, cost: price, upper: most }
      terms: { file: use.csv, row: limit, variable: crop, value: amount }
      sides: { file: limits.csv, row: limit, upper: there }
  private: [land, water]
  queries: { land: { count: true }, water: { sum: [0, 2] } }
privacy: { epsilon: 1, delta: 1e-6 }
`

export function farm(name: string, spec = SPEC, tables: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(folder, `${name}-`))
  for (const [file, text] of Object.entries({ ...TABLES, ...tables, 'farm.yaml': spec }))
    writeFileSync(join(path, file), text)
  return path
}

export const planned = (path: string) => {
  const run = tacet(['plan', 'farm.yaml', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  return JSON.parse(run.stdout).decide
}
