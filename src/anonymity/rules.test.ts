import { expect, test } from 'vitest'
import { anonymize } from './anonymize.ts'
import { stepLimit } from './improve/anytime.ts'
import { Random } from './improve/search-random.ts'
import { CLASS_METHODS } from './methods/class-methods.ts'
import type { AnonymityProblem } from './problem/problem.ts'
import { compileRules, type SensitiveRule } from './problem/sensitive-rules.ts'
import { checkClasses } from './publish/checker.ts'

function sample(n: number, k: number): { problem: AnonymityProblem; codes: Int32Array } {
  const random = new Random('rules')
  const values = () => Float64Array.from({ length: n }, () => random.below(30))
  const attributes = ['a', 'b'].map((name) => ({ kind: 'numeric' as const, name, values: values() }))
  return { problem: { records: n, attributes, k }, codes: Int32Array.from({ length: n }, () => random.below(4)) }
}

const { problem, codes } = sample(120, 3)
const second = codes.map((code, i) => (code + i) % 3)
const RULES: Record<string, readonly SensitiveRule[]> = {
  'distinct 3': [{ kind: 'distinct', name: 'illness', codes, values: 4, l: 3 }],
  'entropy 2': [{ kind: 'entropy', name: 'illness', codes, values: 4, l: 2 }],
  'closeness 0.3': [{ kind: 'closeness', name: 'illness', codes, values: 4, t: 0.3 }],
  'ordered closeness 0.15': [{ kind: 'closeness', name: 'illness', codes, values: 4, t: 0.15, ordered: true }],
  'two attributes': [
    { kind: 'distinct', name: 'illness', codes, values: 4, l: 2 },
    { kind: 'distinct', name: 'income', codes: second, values: 3, l: 3 },
  ],
}

for (const [name, rules] of Object.entries(RULES)) {
  test(`${name}: every method meets it, and k alone does not`, async () => {
    for (const method of CLASS_METHODS.filter((one) => one !== 'optimal')) {
      const found = await anonymize(problem, { method, rules, progress: stepLimit(20_000), bound: false })
      if (found.kind !== 'classes') throw new Error('classes were asked for')
      expect(checkClasses(problem, found.classOf, { rules }).faults, method).toEqual([])
    }
    const free = await anonymize(problem, { progress: stepLimit(20_000), bound: false })
    if (free.kind !== 'classes') throw new Error('classes were asked for')
    expect(checkClasses(problem, free.classOf, { rules }).valid).toBe(false)
  })
}

test('anytime under rules improves on the greedy start', async () => {
  const rules = RULES['distinct 3']
  const [greedy, anytime] = await Promise.all(
    (['greedy', 'anytime'] as const).map((method) =>
      anonymize(problem, { method, rules, progress: stepLimit(100_000) }),
    ),
  )
  if (greedy.kind !== 'classes' || anytime.kind !== 'classes') throw new Error('classes were asked for')
  expect(anytime.figures.loss).toBeLessThan(greedy.figures.loss)
  expect(anytime.figures.loss).toBeGreaterThanOrEqual(anytime.lowerBound)
})

test('the rules themselves, by hand', () => {
  const values = Int32Array.of(0, 0, 1, 1, 2, 2)
  const admits = (rule: SensitiveRule, ...members: number[]) =>
    compileRules([rule], 6)!.admits(members, 0, members.length)
  const base = { name: 's', codes: values, values: 3 }
  expect(admits({ ...base, kind: 'distinct', l: 2 }, 0, 1)).toBe(false)
  expect(admits({ ...base, kind: 'distinct', l: 2 }, 0, 2)).toBe(true)
  expect(admits({ ...base, kind: 'entropy', l: 2 }, 0, 2)).toBe(true)
  expect(admits({ ...base, kind: 'entropy', l: 2 }, 0, 1, 2)).toBe(false) // entropy 0.64 below log 2
  // {0, 1} against thirds: half of (1/6 + 1/6 + 1/3); in order: (1/6 + 1/3) / 2.
  expect(admits({ ...base, kind: 'closeness', t: 0.33 }, 0, 2)).toBe(false)
  expect(admits({ ...base, kind: 'closeness', t: 0.34 }, 0, 2)).toBe(true)
  expect(admits({ ...base, kind: 'closeness', t: 0.24, ordered: true }, 0, 2)).toBe(false)
  expect(admits({ ...base, kind: 'closeness', t: 0.26, ordered: true }, 0, 2)).toBe(true)
})

test('rules that nobody can meet are refused, and so are they for the optimum', async () => {
  const rules: SensitiveRule[] = [{ kind: 'distinct', name: 'illness', codes, values: 4, l: 5 }]
  await expect(anonymize(problem, { rules })).rejects.toThrow(
    'The whole file does not meet distinct l = 5 on "illness"',
  )
  await expect(anonymize(problem, { rules: RULES['distinct 3'], method: 'optimal' })).rejects.toThrow('for k alone')
})

test('records hidden by k equal ones are left as they are when asked', async () => {
  const values = Float64Array.of(1, 1, 1, 1, 5, 6, 7, 9, 9, 9)
  const small: AnonymityProblem = { records: 10, k: 3, attributes: [{ kind: 'numeric', name: 'a', values }] }
  const found = await anonymize(small, { keepAnonymous: true, progress: stepLimit(1000) })
  if (found.kind !== 'classes') throw new Error('classes were asked for')
  expect([...found.classOf]).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
  const two = { ...small, k: 4, attributes: [{ kind: 'numeric' as const, name: 'a', values }] }
  const forced = await anonymize(two, { keepAnonymous: true, progress: stepLimit(1000) })
  if (forced.kind !== 'classes') throw new Error('classes were asked for')
  expect(checkClasses(two, forced.classOf).valid).toBe(true)
})
