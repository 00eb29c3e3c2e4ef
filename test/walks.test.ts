/** docs/walks.md against the source: every step exists and is used by the one before it, and the way goes down. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const MOST_STEPS = 8

interface Step {
  readonly file: string
  readonly name: string
  /** The step whose file hands this one over; otherwise the one before it uses it. */
  readonly handedBy: string | undefined
}

interface Walk {
  readonly command: string
  readonly steps: readonly Step[]
}

function walksIn(page: string): readonly Walk[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      command: section.match(/`tacet (\w+)`/)?.[1] ?? section,
      steps: [...section.matchAll(/^\d+\. `([^`]+)` `(\w+)`: (?:handed over by `(\w+)`)?/gm)].map(
        ([, file, name, handedBy]) => ({ file, name, handedBy }),
      ),
    }))
}

const codeOf = (file: string): string =>
  readFileSync(`${root}${file}`, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
const exporting = (name: string): RegExp => new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm')
/** Import lines put aside: a name that is only imported is not used. */
const uses = (code: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(code.replace(/^import\s[\s\S]*?from\s.*$/gm, ''))
const FLOORS = ['cli', 'jobs', 'run']
const floorOf = ({ file }: Step): number => {
  const floor = FLOORS.indexOf(file.split('/')[1])
  return floor < 0 ? FLOORS.length : floor
}

const walks = walksIn(readFileSync(`${root}docs/walks.md`, 'utf8'))

test('there is a walk for every capability', () => {
  const capabilities = readdirSync(`${root}src/jobs`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(walks.map(({ command }) => command).sort()).toEqual(capabilities.map(({ name }) => name).sort())
})

describe.each(walks)('tacet $command', ({ command, steps }) => {
  test(`from the command to a computation in at most ${MOST_STEPS} steps`, () => {
    expect(steps.length).toBeGreaterThan(4)
    expect(steps.length).toBeLessThanOrEqual(MOST_STEPS)
    expect(steps[0].file).toBe('src/cli/program.ts')
    expect(steps[2]).toMatchObject({ file: `src/jobs/${command}/capability.ts`, name: command })
    expect(floorOf(steps[steps.length - 1])).toBe(FLOORS.length)
  })

  test.each(steps)('$file exports $name', ({ file, name }) => {
    expect(existsSync(`${root}${file}`), file).toBe(true)
    expect(codeOf(file)).toMatch(exporting(name))
  })

  test.each(steps.slice(1).map((step, i) => ({ ...step, before: steps[i] })))(
    '$name is used by the step before it, or by the one that hands it over',
    ({ name, handedBy, before }) => {
      const user = handedBy === undefined ? before : steps.find((step) => step.name === handedBy)
      expect(user, `a step ${handedBy}`).toBeDefined()
      expect(uses(codeOf(user?.file ?? ''), name), `${user?.file} uses ${name}`).toBe(true)
    },
  )

  test('the way never goes back up, but for a step that was handed over', () => {
    const up = steps.slice(1).filter((step, i) => floorOf(step) < floorOf(steps[i]) && step.handedBy === undefined)
    expect(up).toEqual([])
  })

  test('what is handed over was handed to makeRelease, by a step before it', () => {
    for (const [at, { handedBy }] of steps.entries()) {
      if (handedBy === undefined) continue
      expect(steps[at - 1].name).toBe('makeRelease')
      expect(steps[at - 2].name).toBe(handedBy)
    }
  })
})

test('a function that is only imported, or only named in a comment, is not used', () => {
  expect(uses("import { a } from './a.ts'\nb()", 'a')).toBe(false)
  expect(uses("import { a } from './a.ts'\na()", 'a')).toBe(true)
})
