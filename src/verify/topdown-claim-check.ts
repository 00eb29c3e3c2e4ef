/** What the manifest says of the release in a word is what was found. */
import { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'
import { shaped } from './stated-spec.ts'
import type { StatedRelease } from './topdown-statement.ts'

const claims = z.looseObject({
  nonNegativeIntegers: z.boolean(),
  childrenAddUp: z.boolean(),
  parentsKept: z.boolean(),
  factsHold: z.boolean(),
})

/** What was found wrong is reported where it was found: here only what is said to be worse, or was repaired in silence. */
export function claimCheck(manifest: Manifest, { statement }: StatedRelease, whole: Check, sums: Check): Check {
  const stated = shaped(claims, manifest.checks, 'the checks')
  const broken = statement.facts.some((fact) => fact.mode === 'enforced' && (fact.broken ?? 0) > 0)
  const found = {
    nonNegativeIntegers: whole.ok,
    childrenAddUp: sums.ok,
    parentsKept: statement.failsafe.length === 0,
    factsHold: !broken,
  }
  const wrong = (Object.keys(found) as (keyof typeof found)[]).filter(
    (name) => stated[name] !== found[name] && (found[name] || name === 'parentsKept'),
  )
  const faults = wrong.map((name) => `${name} is stated as ${stated[name]}, and is ${found[name]}`)
  return checkOf('stated checks', faults, 'they are what was found')
}
