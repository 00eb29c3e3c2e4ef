/** The report of a decision: the solution, what it can have cost, what was promised. */
import {
  type Decision,
  type LossBounds,
  OPTIMAL_WITHIN,
  type PreparedDecision,
  printReadably,
  type SideReport,
  type Sweep,
} from '../../decisions/index.ts'
import { formatRational, toNumber } from '../../exact/index.ts'
import { decimal, describeCost, readableLoss } from '../../privacy/index.ts'
import type { Block, Report, Section, Stamp } from '../../release/index.ts'

export interface DecideReportInput {
  readonly title: string
  readonly stamp: Stamp | undefined
  readonly prepared: PreparedDecision
  readonly decision: Decision
  readonly bounds: LossBounds
  readonly statement: readonly string[]
  readonly files: { readonly solution: string; readonly sensitivity: string }
  readonly sides: readonly SideReport[]
  /** null where nobody looked. */
  readonly violations: number | null
  readonly note: string | null
  /** The objective at the true right-hand sides, with `--evaluate`. */
  readonly optimum: number | undefined
  readonly sweep: Sweep | undefined
}

export function decideReport(input: DecideReportInput): Report {
  const { prepared, decision, bounds, statement, files, violations, note, optimum } = input
  const { plan, program, anchor } = prepared
  const names = program.program.variables
  const used = names.flatMap((name, j) =>
    decision.point[j].num === 0n ? [] : [[name, printReadably(decision.point[j]).value]],
  )
  return {
    title: input.title,
    subtitle: plan.neverViolates ? 'A solution that breaks no constraint' : 'A baseline that can break constraints',
    stamp: input.stamp,
    summary: [
      { label: 'Objective', value: toNumber(decision.objective) },
      { label: 'From the optimum', value: gapWords(decision), note: 'at the measured right-hand sides' },
      { label: 'At the public floor', value: toNumber(anchor.objective), note: 'what needs no privacy' },
      { label: 'Privacy loss', value: readableLoss(describeCost(plan.cost)) },
      {
        label: 'Constraints broken',
        value: violations ?? 'not checked',
        note: `of ${program.program.rows.length}`,
      },
    ],
    sections: [
      {
        title: 'What is promised',
        blocks: statement.map((text): Block => ({ kind: 'paragraph', text: readableLoss(text) })),
      },
      {
        title: 'The solution',
        blocks: [
          ...(note === null ? [] : [{ kind: 'notice', tone: 'warn', text: note } as const]),
          {
            kind: 'table',
            caption: `Variables that are not 0, of ${names.length}`,
            columns: [{ title: 'Variable' }, { title: 'Value', align: 'right' }],
            rows: used,
            file: files.solution,
          },
        ],
      },
      costSection(input, bounds, optimum),
      sensitivitySection(input),
      ...(input.sweep === undefined ? [] : [sweepSection(input.sweep)]),
    ],
  }
}

function costSection(
  { prepared, decision }: DecideReportInput,
  bounds: LossBounds,
  optimum: number | undefined,
): Section {
  const { plan, program } = prepared
  const shown = (bound: { available: boolean; value?: number; why?: string }): string | number =>
    bound.available ? (bound.value as number) : `not available: ${bound.why}`
  return {
    title: 'What privacy can have cost',
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: 'Shift of every private side',
            value: decimal(formatRational(plan.shift)),
            note: `${program.sides.length} private sides, sensitivity ${decimal(formatRational(program.sensitivity))}`,
          },
          { label: 'Loss at most, by the condition number', value: shown(bounds.theorem) },
          { label: 'Loss at most, by the prices of this solution', value: shown(bounds.prices) },
          { label: 'Loss at least, of any such mechanism', value: shown(bounds.lower) },
          {
            label: 'How the printed point was made exact',
            value: decision.certificate.route,
            note: `solved again ${decision.certificate.solvedAgain} times`,
          },
          ...(optimum === undefined
            ? []
            : [{ label: 'Optimum at the true sides', value: optimum, note: 'confidential' }]),
        ],
      },
    ],
  }
}

/** A gap above this says more of the proof than of the solution, and is not shown. */
const MOST_GAP = 0.5

/** How far the solution can be from the optimum at the measured sides. */
export function gapWords({ status, gap }: Pick<Decision, 'status' | 'gap'>): string {
  if (gap.relative === null) return 'not proved to be near the optimum'
  if (status === 'optimal') return gap.absolute === 0 ? 'optimal' : `optimal within ${OPTIMAL_WITHIN}`
  if (gap.relative > MOST_GAP) return 'not proved to be near the optimum'
  return `at most ${Number((100 * gap.relative).toPrecision(3))} % away`
}

/** Lines of the table in the report; the file has all of them. */
const MOST_LINES = 200

function sensitivitySection({ sides, files }: DecideReportInput): Section {
  const shown = (value: number | null): string | number =>
    value === null ? '' : Number.isFinite(value) ? Number(value.toPrecision(6)) : 'no end'
  const rows = [...sides].sort((a, b) => Math.abs(b.price ?? 0) - Math.abs(a.price ?? 0))
  return {
    title: 'What the optimum depends on',
    blocks: [
      {
        kind: 'paragraph',
        text:
          'At the measured right-hand sides: what is left of each, and its price, the change of the objective per unit of the side. A price ' +
          'holds while that side alone is moved within its range. All of this follows from the measured sides and costs no more privacy.',
      },
      {
        kind: 'table',
        caption: 'Right-hand sides, the highest prices first',
        columns: [
          { title: 'Constraint' },
          { title: 'Side' },
          { title: 'Private' },
          { title: 'Limit used', align: 'right' },
          { title: 'Slack', align: 'right' },
          { title: 'Price', align: 'right' },
          { title: 'From', align: 'right' },
          { title: 'To', align: 'right' },
        ],
        rows: rows.map(({ constraint, side, private: closed, limit, slack, price, from, to }) => [
          constraint,
          side === 'upper' ? '<=' : side === 'lower' ? '>=' : '=',
          closed ? 'yes' : '',
          shown(toNumber(limit)),
          shown(slack),
          price === null ? 'none: whole variables' : shown(price),
          shown(from),
          shown(to),
        ]),
        limit: MOST_LINES,
        file: files.sensitivity,
      },
    ],
  }
}

function sweepSection({ points, optimum, floor }: Sweep): Section {
  const mechanisms = [...new Set(points.map((point) => point.mechanism))]
  const least = points.reduce(
    (low, point) => (toNumber(point.delta) < toNumber(low) ? point.delta : low),
    points[0].delta,
  )
  const at = points.filter((point) => point.delta === least)
  return {
    title: 'The trade-off, by simulation',
    blocks: [
      {
        kind: 'paragraph',
        text: `The optimum is ${optimum} and the floor gives ${floor}. Noise of its own was drawn for this, never that of the release.`,
      },
      {
        kind: 'chart',
        chart: {
          kind: 'line',
          title: `Relative loss against epsilon, at ${readableLoss(`delta ${formatRational(least)}`)}`,
          description: 'How much worse than the optimum each mechanism is on average, with the middle 80 %.',
          series: mechanisms.map((mechanism) => {
            const mine = at.filter((point) => point.mechanism === mechanism)
            return {
              name: mechanism,
              x: mine.map((point) => toNumber(point.epsilon)),
              y: mine.map((point) => 100 * point.loss.mean),
              lower: mine.map((point) => 100 * point.loss.quantile10),
              upper: mine.map((point) => 100 * point.loss.quantile90),
            }
          }),
          xLabel: 'epsilon',
          yLabel: '% worse than the optimum',
        },
      },
      {
        kind: 'table',
        caption: 'Every point',
        columns: [
          { title: 'Mechanism' },
          { title: 'Epsilon', align: 'right' },
          { title: 'Delta', align: 'right' },
          { title: 'Mean loss', format: 'percent', digits: 2 },
          { title: 'Constraints broken', format: 'percent', digits: 2 },
          { title: 'Runs that break any', format: 'percent', digits: 1 },
        ],
        rows: points.map((p) => [
          p.mechanism,
          decimal(formatRational(p.epsilon)),
          decimal(formatRational(p.delta)),
          p.loss.mean,
          p.brokenConstraints,
          p.brokenRuns,
        ]),
        limit: 60,
      },
    ],
  }
}
