/**
 * The list of what follows exactly and is no declared fact: every answer that is released, and both sides of every link, where the
 * derivation fixes them and no single fact adds up to them.
 */
import { answerLabels, compileQuery, DETAILED, type Query, selectCells, TOTAL } from '../model/index.ts'
import { answerClasses, nodesAt, type Shape } from '../privacy/index.ts'
import type { JointPlan } from './joint-plan.ts'
import { usesAt } from './joint-plan.ts'
import { type JointTable, type JointTableName, linkName } from './joint-tables.ts'

/** An answer, or a side of a link, that is exact at all places of a level and of those above. */
export interface ListedAnswer {
  readonly table: JointTableName
  readonly name: string
  readonly level: number
  /** The names of the facts and links that it follows from. */
  readonly from: readonly string[]
  /** Nobody is there, whatever the data. */
  readonly never: boolean
}

interface Candidate {
  readonly query: Pick<Query, 'answers' | 'answerOf'>
  /** One per answer, and one of all together. */
  readonly names: readonly string[]
  readonly whole?: string
  readonly levels: readonly number[]
}

export function listedAnswers(plan: JointPlan, table: JointTableName): readonly ListedAnswer[] {
  const own = plan.request.tables.find(({ name }) => name === table)
  if (own === undefined || plan.joint.facts.length + plan.joint.lines.length === 0) return []
  const seen = new Map<string, number>()
  return [...linkSides(plan, own), ...released(plan, own)].flatMap((candidate) => listed(plan, own, candidate, seen))
}

/** The selections that links make; their classes are exact in one table by those of the other. */
function linkSides({ request }: JointPlan, { name, schema }: JointTable): readonly Candidate[] {
  return request.links
    .filter(({ mode }) => mode === 'enforced')
    .toSorted((a, b) => request.levels.indexOf(b.level) - request.levels.indexOf(a.level))
    .map((link) => {
      const cells = selectCells(schema, name === 'people' ? link.people : link.units, 'units.links')
      const level = request.levels.indexOf(link.level)
      return {
        query: { answers: 1, answerOf: Int32Array.from(cells, (one) => one - 1) },
        names: [linkName(link)],
        levels: [level],
      }
    })
}

/** All queries that are released, at every level. */
function released({ request }: JointPlan, { schema, spec }: JointTable): readonly Candidate[] {
  const levels = request.levels.map((_, level) => level)
  const asked = [TOTAL, ...spec.workload.map(({ query }) => query), DETAILED].map((text) => compileQuery(schema, text))
  const distinct = asked.filter((query, i) => asked.findIndex((one) => one.name === query.name) === i)
  return distinct.map((query) => ({
    query,
    names: Array.from({ length: query.answers }, (_, a) => answerLabels(query, a).join(' * ') || query.name),
    whole: query.name,
    levels,
  }))
}

function listed(
  plan: JointPlan,
  { name: table }: JointTable,
  { query, names, whole, levels }: Candidate,
  /** The deepest level at which the same people are listed already. */
  seen: Map<string, number>,
): readonly ListedAnswer[] {
  const found: ListedAnswer[] = []
  let deeper: ReadonlySet<number> = new Set()
  for (const level of levels.toReversed()) {
    const exact = exactAnswers(plan, table, level, query)
    const fresh = exact.filter(({ answer, key }) => !deeper.has(answer) && (seen.get(key) ?? -1) < level)
    for (const { key } of exact) seen.set(key, Math.max(level, seen.get(key) ?? -1))
    deeper = new Set([...deeper, ...exact.map(({ answer }) => answer)])
    const at = plan.request.levels[level]
    if (whole !== undefined && fresh.length === query.answers && fresh.length > 1) {
      const from = [...new Set(fresh.flatMap((one) => one.from))]
      found.push({ table, name: `${whole} by ${at}`, level, from, never: false })
    } else {
      for (const { answer, from, never } of fresh)
        found.push({
          table,
          name: whole === undefined ? names[answer] : `${names[answer]} by ${at}`,
          level,
          from,
          never,
        })
    }
  }
  return found
}

interface ExactAnswer {
  readonly answer: number
  /** The same for all that count the same people. */
  readonly key: string
  readonly from: readonly string[]
  readonly never: boolean
}

/** The answers that are exact at all places, and neither public already nor the sum of one fact. */
function exactAnswers(
  plan: JointPlan,
  table: JointTableName,
  level: number,
  query: Candidate['query'],
): readonly ExactAnswer[] {
  const { derived, joint, classes } = plan
  const { first } = joint.tables[table === 'people' ? 0 : 1]
  const own = new Int32Array(joint.zero.length).fill(-1)
  own.set(query.answerOf, first)
  const perShape = derived[level].map((at, shape) => {
    const counted = answerClasses(classes, own, query.answers, (one) => at.all.isNever(one))
    const all = usesAt(plan, table, level, shape, query)
    const known = usesAt(plan, table, level, shape, query, 'known')
    return all.map((uses, answer) => {
      const members = counted[answer] ?? []
      const plain = uses === undefined || isSumOfOne(plan, at.shape, members)
      const never = uses !== undefined && members.length === 0 && own.includes(answer)
      const free = known[answer] !== undefined && !never
      return { exact: uses !== undefined, worthListing: !plain && !free, members, uses, never }
    })
  })
  return Array.from({ length: query.answers }, (_, answer): ExactAnswer[] => {
    const here = perShape.map((answers) => answers[answer])
    if (!here.every(({ exact }) => exact) || !here.some(({ worthListing }) => worthListing)) return []
    const worth = here.filter(({ worthListing }) => worthListing)
    const never = worth.every((one) => one.never)
    if (never && !isForced(plan, own, answer)) return []
    const from = worth.flatMap(({ uses = [] }) =>
      uses.map(({ row }) => (row.kind === 'fact' ? joint.facts : joint.lines)[row.index].name),
    )
    return [
      {
        answer,
        key: never ? `never ${cellsOf(own, answer)}` : worth[0].members.join(),
        from: [...new Set(from)],
        never,
      },
    ]
  }).flat()
}

function cellsOf(own: Int32Array, answer: number): string {
  return Array.from(own.keys())
    .filter((cell) => own[cell] === answer)
    .join()
}

/** Whether lines, and not only what the spec calls impossible, leave nobody there. */
function isForced({ joint }: JointPlan, own: Int32Array, answer: number): boolean {
  return own.some((one, cell) => one === answer && joint.zero[cell] !== 1)
}

/** Whether the count of these classes is a sum of buckets of a single fact that is at least as fine in places. */
function isSumOfOne({ joint, classes }: JointPlan, shape: Shape, members: readonly number[]): boolean {
  if (members.length === 0) return false
  const chosen = new Set(members)
  return joint.facts.some(({ level, bucketOf }) => {
    if (level < shape.level && nodesAt(shape, level)[0].length > 1) return false
    const buckets = new Set(members.map((own) => bucketOf[classes.cellOf[own]]))
    if (buckets.has(-1)) return false
    return classes.cellOf.every((cell, own) => !buckets.has(bucketOf[cell]) || chosen.has(own))
  })
}
