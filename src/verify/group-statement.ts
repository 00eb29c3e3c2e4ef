/** What the manifest of a release of group sizes says of it, in the shape the checks rely on. */
import { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { shaped } from './stated-spec.ts'

const result = z.looseObject({
  mechanism: z.string(),
  asked: z.string(),
  sizes: z.int().min(1),
  groups: z.int().min(0),
  levels: z
    .array(
      z.looseObject({
        name: z.string(),
        regions: z.int().min(1),
        groups: z.number(),
        standardError: z.number(),
        l1Error: z.number().optional(),
      }),
    )
    .min(1),
  warnings: z.array(z.string()),
})

const checks = z.looseObject({
  consistent: z.boolean(),
  valid: z.boolean(),
  faithful: z.boolean(),
  inconsistentCells: z.int(),
  invalidCells: z.int(),
  unfaithful: z.int(),
})

export interface GroupStatement extends z.output<typeof result> {
  readonly conditions: z.output<typeof checks>
}

export function groupStatement(manifest: Manifest): GroupStatement {
  const stated = shaped(result, manifest.result, 'the result')
  return { ...stated, conditions: shaped(checks, manifest.checks, 'the checks') }
}

/**
 * What each mechanism may be solved by in its place, from the same measurements, and whether every output keeps all
 * conditions: the relaxed ones are rounded, and state how many they break.
 */
const MECHANISMS: Readonly<Record<string, { readonly instead?: string; readonly exact: boolean }>> = {
  cumulative: { exact: true },
  mc: { exact: true, instead: 'cumulative' },
  'mc-relaxed': { exact: false },
  'mc-dp': { exact: true },
  'mc-chain': { exact: true },
  mh: { exact: true, instead: 'mh-dp' },
  'mh-relaxed': { exact: false },
  'mh-dp': { exact: true },
  'mh-dp-op': { exact: true, instead: 'mh-dp' },
  topdown: { exact: true },
}

/** Whether what solved it keeps every condition. Throws when that is not what was asked for, or does not say so. */
export function keepsConditions({ mechanism, asked, warnings }: GroupStatement, requested: string): boolean {
  const known = MECHANISMS[mechanism]
  if (known === undefined) throw badInput(`there is no mechanism "${mechanism}"`)
  if (asked !== requested) throw badInput(`the manifest says that ${asked} was asked for, and it was ${requested}`)
  if (mechanism === asked) return known.exact
  if (MECHANISMS[asked]?.instead !== mechanism) throw badInput(`${asked} was asked for, and ${mechanism} solved it`)
  if (warnings.length === 0) throw badInput(`${mechanism} solved it instead of ${asked}, without a warning`)
  return known.exact
}
