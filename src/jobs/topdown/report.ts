/** The report of a top-down release: what is in it, how wrong it is, what is public, and how it was found. */

import { type PrivacyDocument, privacyDocument, tightNote } from '../../measure/index.ts'
import { totalCount } from '../../model/index.ts'
import { describeCost, readableLoss } from '../../privacy/index.ts'
import type { Block, Report, Section, Stamp } from '../../release/index.ts'
import { asHeading, linesWord } from '../../spec/index.ts'
import { type checksOf, factDocuments, failsafeDocuments, privacyOf, solveDocuments } from './document.ts'
import type { TopdownEvaluation } from './evaluate.ts'
import { boundWords, impliedLines } from './implied-lines.ts'
import { errorSection, evaluationSection } from './report-errors.ts'
import { type Boundaries, figuresSection } from './report-figures.ts'
import type { SolvedRelease } from './solve-measured.ts'

type Checks = Awaited<ReturnType<typeof checksOf>>

export interface TopdownReportInput {
  readonly solved: SolvedRelease
  readonly checks: Checks
  readonly title: string
  readonly stamp: Stamp | undefined
  readonly evaluation: TopdownEvaluation | undefined
  /** The file of cells. */
  readonly cells: string
  readonly answers: string
  readonly boundaries: Boundaries | undefined
}

export async function topdownReport({
  solved,
  checks,
  title,
  stamp,
  evaluation,
  cells,
  answers,
  boundaries,
}: TopdownReportInput): Promise<Report> {
  const { plans, hierarchy, released, tables } = solved
  const regions = hierarchy.levels.reduce((sum, level) => sum + level.regions.length, 0)
  const tops = await Promise.all(released.map(({ levels }) => levels[0].read(0, 1)))
  return {
    title,
    subtitle: 'Consistent counts for every level',
    stamp,
    summary: [
      ...plans.map((plan, t) => ({
        label: t === 0 ? 'Privacy loss' : 'Privacy loss of the units',
        value: readableLoss(describeCost(plan.cost, plan.budget.delta)),
        ...tightNote(privacyDocument(plan)),
      })),
      ...released.map(({ table }, t) => ({
        label: table.name === 'units' ? asHeading(unitsWord(solved)) : asHeading(linesWord(solved.file.spec)),
        value: totalCount(tops[t]),
        note: 'as released',
      })),
      { label: 'Regions', value: regions, note: hierarchy.levels.map(({ name }) => name).join(', ') },
      { label: 'Cells a region', value: tables.reduce((sum, table) => sum + table.cells, 0) },
    ],
    sections: [
      guarantee(privacyOf(solved)),
      await figuresSection(solved, boundaries, answers),
      errorSection(solved, cells),
      ...(evaluation === undefined ? [] : [evaluationSection(evaluation)]),
      knowledge(solved, cells.replace(/^cells/, 'facts')),
      ...failsafe(solved),
      checked(checks),
      solving(solved),
    ],
  }
}

const unitsWord = ({ file }: SolvedRelease): string => file.spec.units?.source.lines ?? 'units'

/** Every sentence of the statement, as the manifest has it. */
function guarantee({ statement, units }: Stated): Section {
  const sentences = [...statement, ...(units?.statement ?? [])]
  return {
    title: 'What the guarantee says',
    blocks: sentences.map((text): Block => ({ kind: 'paragraph', text: readableLoss(text) })),
  }
}

type Stated = Pick<PrivacyDocument, 'statement'> & { readonly units?: Pick<PrivacyDocument, 'statement'> }

function knowledge(solved: SolvedRelease, factsFile: string): Section {
  const { implied } = solved
  const facts = factDocuments(solved)
  const { complete, theorem, words } = implied.proof
  const blocks: Block[] = [
    {
      kind: 'notice',
      tone: complete ? 'info' : 'warn',
      title: complete ? `Complete: ${theorem}` : 'Not proved complete',
      text: words,
    },
  ]
  if (facts.length > 0) {
    blocks.push({
      kind: 'table',
      caption: 'Public facts',
      columns: [
        { title: 'Fact' },
        { title: 'Level' },
        { title: 'Mode' },
        { title: 'Broken at', format: 'integer' },
        { title: 'For example' },
      ],
      rows: facts.map(({ name, level, mode, broken, examples }) => [name, level, mode, broken, examples.join(', ')]),
    })
  }
  const lines = impliedLines(solved.hierarchy, implied, solved.tables)
  if (lines.length > 0)
    blocks.push({
      kind: 'table',
      caption: 'What the facts imply above the places that they speak of',
      columns: [{ title: 'Level' }, { title: 'Region' }, { title: 'Count' }, { title: 'Is' }],
      rows: lines.map((line) => {
        const { name, regions } = solved.hierarchy.levels[line.level]
        return [name, regions[line.node], line.sum, boundWords(line)]
      }),
      limit: 40,
      file: factsFile,
    })
  return { title: 'What is public, and holds', blocks }
}

/** Where no children added up to their parent, by how much it was moved, and which margins stayed. */
function failsafe(solved: SolvedRelease): readonly Section[] {
  const acted = failsafeDocuments(solved)
  if (acted.length === 0) return []
  return [
    {
      title: 'Where the failsafe acted',
      blocks: [
        {
          kind: 'notice',
          tone: 'warn',
          text: `At ${acted.length === 1 ? 'one place' : `${acted.length} places`} no children met the facts and added up to what had been decided above. The counts above were moved by the least that is possible; what is published adds up all the same, since every level is the sum of its leaves.`,
        },
        {
          kind: 'table',
          caption: 'Places',
          columns: [
            { title: 'Level' },
            { title: 'Region' },
            { title: 'Moved', format: 'integer' },
            { title: 'Least possible', format: 'integer' },
            { title: 'Its facts kept' },
            { title: 'Total kept' },
            { title: 'Margins kept' },
          ],
          rows: acted.map((place) => [
            place.level,
            place.region,
            place.distance,
            place.least,
            place.factsKept ? 'yes' : 'NO',
            place.totalKept ? 'yes' : 'no',
            place.kept.join(' x ') || 'none',
          ]),
        },
      ],
    },
  ]
}

function checked({ nonNegativeIntegers, childrenAddUp, parentsKept, factsHold }: Checks): Section {
  const say = (ok: boolean): string => (ok ? 'yes' : 'NO')
  return {
    title: 'Checked in whole numbers',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Whole and not negative', value: say(nonNegativeIntegers) },
          {
            label: 'Children add up',
            value: say(childrenAddUp),
            note: parentsKept ? 'to what was decided above them' : 'where the failsafe acted, to what it made of that',
          },
          { label: 'Enforced facts hold', value: say(factsHold) },
        ],
      },
    ],
  }
}

function solving(solved: SolvedRelease): Section {
  const levels = solveDocuments(solved)
  const tried = solved.knowledge.facts.flatMap(({ mode, name }) => (mode === 'tried' ? [name] : [])).join(', ')
  const givenUp = solved.implied.givenUp.map(({ level, node }) => {
    const { name, regions } = solved.hierarchy.levels[level]
    return [name, regions[node], tried]
  })
  const dropped = levels.flatMap((level) => level.dropped.map((region) => [level.level, region, tried]))
  const blocks: Block[] = [
    {
      kind: 'table',
      caption: 'By level',
      columns: [
        { title: 'Level' },
        { title: 'Parents', format: 'integer' },
        { title: 'Worst residual' },
        { title: 'Implied rows posed', format: 'integer' },
        { title: 'Rounded by sorting', format: 'integer' },
        { title: 'by a flow', format: 'integer' },
        { title: 'by simplex', format: 'integer' },
        { title: 'by branching', format: 'integer' },
      ],
      rows: levels.map((l) => [
        l.level,
        l.parents,
        l.worstResidual.toExponential(1),
        l.cuts,
        l.rounding['top-k'],
        l.rounding.flow,
        l.rounding.simplex,
        l.rounding.branch,
      ]),
    },
  ]
  if (givenUp.length + dropped.length > 0) {
    blocks.push({
      kind: 'table',
      caption: 'Facts that were tried and dropped',
      columns: [{ title: 'Level' }, { title: 'In, or in the children of' }, { title: 'Facts' }],
      rows: [...givenUp, ...dropped],
    })
  }
  return { title: 'How it was solved', blocks }
}
