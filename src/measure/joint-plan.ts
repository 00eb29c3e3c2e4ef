/**
 * What is exact of all tables together, from the one derivation: which answers need no noise, which are outside the guarantee, whether
 * anybody can come or go.
 */
import type { Hierarchy, Query } from '../model/index.ts'
import { coneInterior } from '../optimize/linear/cone-interior.ts'
import {
  answerClasses,
  type Classes,
  classesOf,
  Determined,
  leavesOf,
  lineRows,
  type Shape,
  type Tightness,
  type Use,
} from '../privacy/index.ts'
import { badInput } from '../request-error.ts'
import { type JointRequest, type JointTableName, jointTables, type SpecTables } from './joint-tables.ts'
import { type PlaceShapes, shapesOf } from './place-shapes.ts'

/** The derivation at one shape of places. */
export interface ShapeDerivation {
  readonly shape: Shape
  readonly tightness: Tightness
  /** By all that is known exactly. */
  readonly all: Determined
  /** By what anybody may know without this release. */
  readonly known: Determined
  /** By what the release, or one before it, takes from the data. */
  readonly disclosed: Determined
}

export interface JointPlan {
  readonly request: JointRequest
  readonly joint: SpecTables
  readonly classes: Classes
  readonly shapes: PlaceShapes
  /** By level, one for each shape. */
  readonly derived: readonly (readonly ShapeDerivation[])[]
  /** Which queries were found to be fixed. */
  readonly fixed: Map<string, boolean>
}

/** More than this is not derived in a reasonable time. */
const MOST_VARIABLES = 60_000

export function planJointly(request: Omit<JointRequest, 'levels'>, hierarchy: Hierarchy): JointPlan {
  const asked = { ...request, levels: hierarchy.levels.map(({ name }) => name) }
  const joint = jointTables(asked)
  const classes = classesOf(joint)
  const shapes = shapesOf(hierarchy)
  const derived = shapes.byLevel.map((own) => own.map((shape) => derivationOf(joint, classes, shape)))
  checkSomebody(joint, classes, derived[0][0])
  return { request: asked, joint, classes, shapes, derived, fixed: new Map() }
}

/** Refuses links that leave nobody in a table, whatever the data. */
function checkSomebody({ tables, lines }: SpecTables, { cellOf }: Classes, { all }: ShapeDerivation): void {
  if (lines.length === 0) return
  tables.forEach(({ first, cells }, t) => {
    const own = Array.from(cellOf.keys()).filter((one) => cellOf[one] >= first && cellOf[one] < first + cells)
    if (own.length === 0 || !own.every((one) => all.isNever(one))) return
    const names = [...new Set(lines.map(({ name }) => `"${name}"`))]
    const field = t === 0 ? 'public' : 'units.links'
    throw badInput(
      `${field}: ${names.join(' and ')} together leave nobody anywhere, whatever the data. Take one of them out.`,
    )
  })
}

function derivationOf(joint: SpecTables, classes: Classes, shape: Shape): ShapeDerivation {
  const columns = classes.count * leavesOf(shape)
  if (columns > MOST_VARIABLES)
    throw badInput(
      `The public facts tell ${classes.count.toLocaleString('en')} kinds of records apart: what follows from them together cannot be derived. Publish fewer details exactly.`,
    )
  const rows = lineRows(joint, classes, shape).map(({ vector }) => vector)
  const tightness = coneInterior(rows, columns)
  const by = (counts: (fact: number) => boolean) => new Determined(joint, classes, shape, tightness, counts)
  const all = by(() => true)
  const some = (disclosed: boolean): boolean => joint.facts.some((fact) => fact.disclosed === disclosed)
  return {
    shape,
    tightness,
    all,
    known: some(true) ? by((fact) => !joint.facts[fact].disclosed) : all,
    disclosed: some(false) ? by((fact) => joint.facts[fact].disclosed) : all,
  }
}

type By = 'all' | 'known' | 'disclosed'
type Answers = Pick<Query, 'answers' | 'answerOf'>

/** The classes that each answer of a table's query counts at a shape; undefined for one that splits a class. */
function countedAt(
  { joint, classes }: JointPlan,
  table: JointTableName,
  determined: Determined,
  { answers, answerOf }: Answers,
): readonly (readonly number[] | undefined)[] {
  const { first } = joint.tables[table === 'people' ? 0 : 1]
  const own = new Int32Array(joint.zero.length).fill(-1)
  own.set(answerOf, first)
  return answerClasses(classes, own, answers, (one) => determined.isNever(one))
}

/** Of each answer of a query at a shape, what it follows from; undefined where nothing fixes it. */
export function usesAt(
  plan: JointPlan,
  table: JointTableName,
  level: number,
  shape: number,
  query: Answers,
  by: By = 'all',
): readonly (readonly Use[] | undefined)[] {
  const determined = plan.derived[level][shape][by]
  return countedAt(plan, table, determined, query).map((counted) =>
    counted === undefined ? undefined : determined.usesOf(counted),
  )
}

/** Whether every answer of a query, at every node of a level, follows from what is known exactly. */
export function isFixed(
  plan: JointPlan,
  table: JointTableName,
  level: number,
  query: Answers & { readonly name: string },
): boolean {
  const key = `${table} ${level} ${query.name}`
  const before = plan.fixed.get(key)
  if (before !== undefined) return before
  const found = plan.derived[level].every(({ all }) => {
    const counted = countedAt(plan, table, all, query)
    return (
      counted.every((one) => one !== undefined) &&
      counted.every((one) => all.usesOf(one as readonly number[]) !== undefined)
    )
  })
  plan.fixed.set(key, found)
  return found
}

/** Whether the number of records follows from what is taken from the data: then nobody can come or go. */
export function countsEverybody(plan: JointPlan, table: JointTableName): boolean {
  const own = plan.request.tables.find(({ name }) => name === table)
  if (own === undefined || own.schema.attributes.some(({ missing }) => missing.rule === 'drop')) return false
  const { cells } = plan.joint.tables[table === 'people' ? 0 : 1]
  const everybody = { answers: 1, answerOf: new Int32Array(cells) }
  const [uses] = usesAt(plan, table, 0, 0, everybody, 'disclosed')
  return uses?.some(({ row }) => row.kind === 'fact') ?? false
}
