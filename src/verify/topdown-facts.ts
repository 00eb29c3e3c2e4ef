/**
 * The public facts of a release: what the spec states, found again by where it stands there, and what the manifest claims of
 * it. Facts of one name, mode, table and level share their lines in the file of facts, so they are looked at together.
 */
import type { Spec, SpecFact, SpecWhere } from '../spec/index.ts'
import type { Check } from './check.ts'
import type { FactClaim, StatedRelease } from './topdown-statement.ts'

export type SpecLink = NonNullable<Spec['units']>['links'][number]

export type StatedFact =
  | { readonly kind: 'fact'; readonly field: string; readonly fact: SpecFact }
  | { readonly kind: 'link'; readonly field: string; readonly fact: SpecLink }

export interface FactPool {
  readonly name: string
  readonly mode: FactClaim['mode']
  readonly table: FactClaim['table']
  readonly level: string
  /** What the spec says of it, each fact once. */
  readonly stated: readonly StatedFact[]
  /** In how many places it is said not to hold. */
  readonly claimed: number
  /** False of what speaks of attributes that only a later release will have: nothing here can show it. */
  readonly released: boolean
}

/** Every fact of the spec with where it stands, as in `units.public[2]`. */
export function statedFacts(spec: Spec): ReadonlyMap<string, StatedFact> {
  const facts = (field: string, list: readonly SpecFact[]): readonly StatedFact[] =>
    list.map((fact, i) => ({ kind: 'fact', field: `${field}[${i}]`, fact }))
  const links = (spec.units?.links ?? []).map(
    (fact, i): StatedFact => ({ kind: 'link', field: `units.links[${i}]`, fact }),
  )
  const all = [
    ...facts('public', spec.public),
    ...facts('units.public', spec.units?.public ?? []),
    ...links,
    ...facts(LATER, spec.topdown?.later?.public ?? []),
  ]
  return new Map(all.map((stated) => [stated.field, stated]))
}

const LATER = 'topdown.later.public'

/** What an earlier release fixed is compared with that release itself, and is no fact of the spec. */
export function poolFacts({ spec, statement }: StatedRelease): readonly FactPool[] {
  const stated = statedFacts(spec)
  const pools = new Map<string, FactPool>()
  for (const claim of statement.facts) {
    const { name, mode, table, level, broken } = claim
    const known = stated.get(claim.field ?? '')
    if (table === 'earlier' || known === undefined) continue
    const key = JSON.stringify([name, mode, table, level])
    const pool = pools.get(key) ?? { name, mode, table, level, stated: [], claimed: 0, released: true }
    pools.set(key, {
      ...pool,
      stated: pool.stated.includes(known) ? pool.stated : [...pool.stated, known],
      claimed: pool.claimed + (broken ?? 0),
      released: pool.released && !isLater(spec, known),
    })
  }
  return [...pools.values()]
}

/** Every fact of the spec is listed as the spec has it, and no other; every line of the file belongs to one of them. */
export function listedCheck(release: StatedRelease, strayLines: number): Check {
  const { spec, statement } = release
  const stated = statedFacts(spec)
  const claims = statement.facts.filter(({ table }) => table !== 'earlier')
  const wrong = [...stated.values()].filter((one) => !claims.some((claim) => isClaimOf(spec, claim, one)))
  const strange = claims.filter((claim) => !stated.has(claim.field ?? ''))
  const faults = [
    ...wrong.map(({ field }) => `${field} is not listed as the spec has it`),
    ...strange.map(({ name }) => `"${name}" is listed and not in the spec`),
    ...(strayLines === 0 ? [] : [`${strayLines.toLocaleString('en')} lines belong to no fact, region or answer`]),
  ]
  const detail =
    faults.join('; ') ||
    (stated.size === 0 ? 'the spec states none' : `${stated.size} in the spec, every one listed as it is there`)
  return { name: 'facts', ok: faults.length === 0, detail }
}

function isClaimOf(spec: Spec, claim: FactClaim, stated: StatedFact): boolean {
  const { field, kind, fact } = stated
  const table = kind === 'link' ? 'link' : field.startsWith('units.') ? 'units' : 'people'
  const later = isLater(spec, stated)
  return (
    claim.field === field &&
    claim.mode === fact.mode &&
    claim.level === fact.level &&
    (fact.name === undefined || claim.name === fact.name) &&
    (claim.broken !== null || later) &&
    (claim.table === table || (claim.table === 'later' && later))
  )
}

/** True of what is said of attributes that only a later release will have. */
function isLater(spec: Spec, { kind, field, fact }: StatedFact): boolean {
  return kind === 'fact' && (field.startsWith(LATER) || namesUnreleased(spec, fact))
}

function namesUnreleased(spec: Spec, fact: SpecFact): boolean {
  const later = spec.topdown?.later
  const names = new Set([...(later?.attributes ?? []), ...(later?.recodes ?? [])].map(({ name }) => name))
  const used = [...fact.query.split('*').map((name) => name.trim()), ...keys(fact.where), ...keys(fact.atMostTimes?.of)]
  return used.some((name) => names.has(name))
}

function keys(where: SpecWhere | undefined): readonly string[] {
  return Object.keys(where ?? {})
}
