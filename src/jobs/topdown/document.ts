/** A top-down release as plain data: what its manifest carries and `--json` prints. */

import type { MeasurePlan } from '../../measure/index.ts'
import {
  exactDocument,
  levelDocuments,
  privacyDocument,
  queryDocuments,
  togetherDocument,
  togetherOf,
} from '../../measure/index.ts'
import { answerLabels, compileQuery, countParts, type PlaceCounts, type SparseHistogram } from '../../model/index.ts'
import { composed, describeCost, eventFromJson } from '../../privacy/index.ts'
import type { SpecFact } from '../../spec/index.ts'
import type { BoundFact, Fact } from '../../topdown/index.ts'
import { listsZeros } from './answer-lines.ts'
import { EARLIER_FACT, type EarlierRelease } from './earlier-release.ts'
import type { PublishedFact } from './output.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { queryName } from './solve-plan.ts'
import { starvedQueries, starvedWords } from './starved.ts'

export interface FactDocument {
  readonly name: string
  readonly mode: Fact['mode']
  readonly level: string
  readonly kind: Fact['kind']
  readonly table: 'people' | 'units' | 'link' | 'later' | 'earlier'
  readonly query?: string
  readonly where?: unknown
  /** Where it stands in the spec. */
  readonly field: string | null
  /** At how many regions and answers it does not hold; null when it speaks of what is not released. */
  readonly broken: number | null
  readonly examples: readonly string[]
}

/** The declared facts in the order in which they were compiled, with where they come from. */
function origins({
  file,
  earlier,
  tables,
}: SolvedRelease): readonly Pick<FactDocument, 'table' | 'field' | 'query' | 'where'>[] {
  const of = (facts: readonly SpecFact[], table: FactDocument['table'], field: string) =>
    facts.map(({ query, where }, i) => ({ table, field: `${field}[${i}]`, query, ...(where && { where }) }))
  const { units, topdown } = file.spec
  const links = (units?.links ?? []).flatMap((link, i) => {
    const both = [link.atMostTimes, link.atLeastTimes].filter((times) => times !== undefined)
    return both.map(() => ({ table: 'link' as const, field: `units.links[${i}]` }))
  })
  return [
    ...(earlier === undefined ? [] : [{ table: 'earlier' as const, field: null, query: earlier.query.name }]),
    ...tables.flatMap(({ name, spec }) => of(spec.public, name, name === 'people' ? 'public' : 'units.public')),
    ...links,
    ...of(topdown?.later?.public ?? [], 'later', 'topdown.later.public'),
  ]
}

export function factDocuments(solved: SolvedRelease): readonly FactDocument[] {
  const from = origins(solved)
  return solved.checks.slice(0, from.length).map(({ fact, broken, examples }, i) => ({
    name: fact.name,
    mode: fact.mode,
    level: solved.hierarchy.levels[fact.level].name,
    kind: fact.kind,
    ...from[i],
    broken: broken ?? null,
    examples,
  }))
}

/** The bounds that are published beside the release, in the words of their queries. */
export function publishedFacts(solved: SolvedRelease): readonly PublishedFact[] {
  const documents = factDocuments(solved)
  return solved.knowledge.facts.slice(0, documents.length).flatMap((fact: Fact, i): PublishedFact[] => {
    const { table, query } = documents[i]
    if (fact.kind === 'ratio' || fact.name === EARLIER_FACT || table === 'later' || table === 'link') return []
    const { schema } = solved.tables[table === 'units' ? 1 : 0]
    const asked = compileQuery(schema, query ?? 'total')
    const answers = Array.from({ length: (fact as BoundFact).answers }, (_, a) => answerLabels(asked, a).join(' * '))
    return [{ fact, table, answers }]
  })
}

export function failsafeDocuments({ hierarchy, levels, tables }: SolvedRelease) {
  return levels.flatMap(({ failsafe }, level) =>
    failsafe.map(({ parent, kept, ...rest }) => {
      const above = hierarchy.levels[Math.max(0, level - 1)]
      return {
        level: above.name,
        region: above.regions[parent],
        ...rest,
        kept: kept.flatMap((attributes, t) => attributes.map((a) => tables[t].schema.attributes[a].name)),
      }
    }),
  )
}

export function solveDocuments({ hierarchy, levels }: SolvedRelease) {
  return levels.map(({ parents, worstResidual, cuts, classesFirst, rounding, dropped, failsafe }, level) => ({
    level: hierarchy.levels[level].name,
    parents,
    worstResidual,
    cuts,
    classesFirst,
    rounding,
    failsafe: failsafe.length,
    dropped: dropped.map((parent) => hierarchy.levels[Math.max(0, level - 1)].regions[parent]),
  }))
}

export async function checksOf(solved: SolvedRelease) {
  const documents = factDocuments(solved)
  return {
    nonNegativeIntegers: await everyPart(solved, ({ count }) => count.every((n) => Number.isSafeInteger(n) && n > 0)),
    childrenAddUp: await allAddUp(solved),
    parentsKept: failsafeDocuments(solved).length === 0,
    factsHold: documents.every(({ mode, broken }) => mode !== 'enforced' || broken === null || broken === 0),
    impliedComplete: solved.implied.proof.complete,
  }
}

async function everyPart({ released }: SolvedRelease, holds: (part: SparseHistogram) => boolean): Promise<boolean> {
  for (const counts of released.flatMap(({ levels }) => levels))
    for await (const { histogram } of countParts(counts)) if (!holds(histogram)) return false
  return true
}

async function allAddUp({ released, hierarchy }: SolvedRelease): Promise<boolean> {
  for (const { levels } of released)
    for (let level = 0; level + 1 < levels.length; level++)
      if (!(await addsUp(levels[level], levels[level + 1], hierarchy.levels[level].firstChild))) return false
  return true
}

/** Whether a level is the sum of the one below it, cell by cell. */
async function addsUp(above: PlaceCounts, below: PlaceCounts, firstChild: Int32Array): Promise<boolean> {
  const sums = new Float64Array(above.cells)
  let node = 0
  const take = ({ start, cell, count }: SparseHistogram, place: number, sign: number): void => {
    for (let i = start[place]; i < start[place + 1]; i++) sums[cell[i]] += sign * count[i]
  }
  const isNought = (): boolean => sums.every((difference) => difference === 0)
  for await (const { from, histogram } of countParts(below)) {
    const places = histogram.start.length - 1
    for (let child = 0; child < places; child++) {
      take(histogram, child, 1)
      if (from + child + 1 < firstChild[node + 1]) continue
      take(await above.read(node, node + 1), 0, -1)
      if (!isNought()) return false
      node++
    }
  }
  return node === above.places
}

export function resultDocument(solved: SolvedRelease) {
  const { hierarchy, plans, tables, implied, calibration, earlier, solve } = solved
  const starved = starvedQueries(plans, tables, hierarchy)
  return {
    levels: levelDocuments(hierarchy),
    queries: plans.flatMap((plan, t) =>
      queryDocuments(plan, hierarchy).map((q) => ({ ...q, query: queryName(tables[t], q.query) })),
    ),
    starved: { queries: starved, words: starvedWords(starved) },
    facts: factDocuments(solved),
    implied: {
      ...implied.proof,
      classes: implied.classes,
      givenUp: implied.givenUp.map(({ level, node }) => ({
        level: hierarchy.levels[level].name,
        region: hierarchy.levels[level].regions[node],
      })),
    },
    failsafe: failsafeDocuments(solved),
    solve: solveDocuments(solved),
    method: { estimate: solve.estimate, rounding: solve.rounding, passes: solve.passes, totals: solve.totals },
    calibration: { simulations: calibration.simulations, top: calibration.top ?? null, lines: calibration.lines },
    replicates: calibration.replicates.length,
    zeros: listsZeros(solved) ? ('listed' as const) : ('left out' as const),
    extends: earlier === undefined ? null : { runId: earlier.manifest.runId },
  }
}

export function privacyOf({ plans, tables, hierarchy, earlier }: SolvedRelease) {
  const [people, units] = plans.map((plan) => privacyDocument(plan))
  const together = togetherOf(plans, hierarchy)
  const own = {
    ...people,
    statement: [...people.statement, ...(together?.statement ?? [])],
    exact: exactDocument(plans[0].joint),
    ...(together && { together: togetherDocument(together) }),
    ...(units && { units: { ...units, dataset: tables[1].spec.source.file ?? null } }),
  }
  if (earlier === undefined) return own
  const { words, publishedExactly = [] } = earlier.manifest.privacy as {
    readonly words: string
    readonly publishedExactly?: readonly string[]
  }
  return {
    ...own,
    // What the earlier release gave away stands in this one too.
    publishedExactly: [...new Set([...people.publishedExactly, ...publishedExactly])],
    statement: [...own.statement, ...earlierWords(earlier, plans[0])],
    earlier: { runId: earlier.manifest.runId, words, publishedExactly, facts: earlier.exact },
  }
}

/** What is to be said of the release that this one extends. */
export const EXTENDS = 'This release extends run '

function earlierWords({ manifest }: EarlierRelease, { cost, budget: { delta } }: MeasurePlan): readonly string[] {
  const { runId, privacy } = manifest
  const both = describeCost(composed([eventFromJson(privacy.cost), cost]), delta)
  const exact = (privacy.publishedExactly ?? []) as readonly string[]
  const spent = `${EXTENDS}${runId} (${String(privacy.words)}). What that one spent is spent beside this: for whoever is in both, ${both} in all.`
  if (exact.length === 0) return [spent]
  const names = exact.map((name) => `"${name}"`).join(', ')
  return [spent, `That run published exactly, outside the guarantee, ${names}; those counts are in this release too.`]
}
