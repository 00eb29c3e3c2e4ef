/** The released figures by place, with their errors: what a reader of the report came for. */
import { type BoundaryRing, besideSpec, readBoundaries } from '../../data/index.ts'
import { answerLabels, type Hierarchy, type Query } from '../../model/index.ts'
import type { Block, Section, Table } from '../../release/index.ts'
import { badField } from '../../request-error.ts'
import { asHeading, linesWord, peopleWord, type SpecFile } from '../../spec/index.ts'
import { mayBeEmpty, NINE_IN_TEN } from '../../topdown/index.ts'
import { releasedQueries } from './calibrate.ts'
import { totalsOf } from './emptied-places.ts'
import { answersAt } from './released.ts'
import type { SolvedRelease } from './solve-measured.ts'

/** Rows of a level; the largest are shown. */
const MOST_PLACES = 30
/** Answers beside the total. */
const MOST_ANSWERS = 6
/** Answers of one query, and rows, at the top. */
const MOST_TOP_ANSWERS = 24
/** Places in a chart. */
const MOST_IN_CHART = 40

export interface Boundaries {
  readonly level: number
  readonly rings: readonly (readonly BoundaryRing[] | undefined)[]
}

/** Read before anything is charged. */
export async function boundariesOf(file: SpecFile, hierarchy: Hierarchy): Promise<Boundaries | undefined> {
  const asked = file.spec.output.boundaries
  if (asked === undefined) return undefined
  const level = hierarchy.levels.findIndex(({ name }) => name === asked.level)
  if (level < 0) {
    const names = hierarchy.levels.map(({ name }) => name).join(', ')
    throw badField('output.boundaries.level', `there is no level "${asked.level}". There are: ${names}.`)
  }
  const path = besideSpec(file, asked.file)
  return {
    level,
    rings: await readBoundaries({ path, property: asked.region, regions: hierarchy.levels[level].regions }),
  }
}

/** More than 1 where records are counted that may be one person's. */
export function recordsPerPerson({ file }: Pick<SolvedRelease, 'file'>): number {
  return file.spec.privacy?.person?.atMost ?? 1
}

export async function figuresSection(
  solved: SolvedRelease,
  boundaries: Boundaries | undefined,
  file: string,
): Promise<Section> {
  const { hierarchy } = solved
  const { spec } = solved.file
  const most = recordsPerPerson(solved)
  const bounded =
    most > 1
      ? ` Counts are of ${linesWord(spec)}, not of ${peopleWord(spec)}: at most ${most} for each of them. What was left out is not in the errors, so that the true count can be higher.`
      : ''
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: `Every figure stands with its standard error: about two times in three the true count is within one of it, nine times in ten within 1.6. That holds over all figures; by their true size, small ones are further off, and above it more often than below: a place without people is often released with a few. Levels add up exactly.${bounded}`,
    },
  ]
  const charted = chartedLevel(hierarchy)
  for (const level of hierarchy.levels.keys()) {
    if (level === charted) blocks.push(await errorBars(solved, level))
    if (level === boundaries?.level) blocks.push(...(await map(solved, boundaries)))
    blocks.push(await (level === 0 ? topTable(solved, file) : placesTable(solved, level, file)))
  }
  return { title: 'The figures', blocks }
}

/** The lowest level whose places fit a chart. */
function chartedLevel({ levels }: Hierarchy): number {
  return levels.findLastIndex(({ regions }) => regions.length > 1 && regions.length <= MOST_IN_CHART)
}

interface Figure {
  readonly count: number
  readonly error: number
}

/** All answers of a query at a place. */
async function figuresAt(
  { released, calibration }: SolvedRelease,
  level: number,
  node: number,
  query: Query,
): Promise<readonly Figure[]> {
  const counts = answersAt(await released[0].levels[level].read(node, node + 1), 0, query)
  return Array.from(counts, (count, answer) => ({
    count,
    error: calibration.errorOf(0, level, node, query, answer, count),
  }))
}

/** The total of every place of a level. */
async function totalFigures(solved: SolvedRelease, level: number): Promise<readonly Figure[]> {
  const [total] = shownQueries(solved, level)
  const counts = await totalsOf(solved.released[0].levels[level])
  return Array.from(counts, (count, node) => ({
    count,
    error: solved.calibration.errorOf(0, level, node, total, 0, count),
  }))
}

/** The total, and the smallest other query that is asked at this level. */
function shownQueries(solved: SolvedRelease, level: number): readonly Query[] {
  const [total, ...others] = releasedQueries(solved, solved.tables[0], 0, level)
  const small = others.filter(({ answers }) => answers > 1 && answers <= MOST_ANSWERS)
  const [smallest] = [...small].sort((a, b) => a.answers - b.answers)
  return smallest === undefined ? [total] : [total, smallest]
}

/** The place at the top, answer by answer. */
async function topTable(solved: SolvedRelease, file: string): Promise<Table> {
  const { name } = solved.hierarchy.levels[0]
  const rows: string[][] = []
  const all = linesWord(solved.file.spec)
  for (const query of releasedQueries(solved, solved.tables[0], 0, 0)) {
    if (query.answers > MOST_TOP_ANSWERS) continue
    const figures = await figuresAt(solved, 0, 0, query)
    rows.push(...figures.map((figure, a) => [answerName(query, a, all), figureWords(figure)]))
  }
  const columns = [{ title: 'Who' }, { title: 'Count', align: 'right' as const }]
  return { kind: 'table', caption: `The ${name}`, columns, rows, limit: MOST_TOP_ANSWERS, file }
}

async function placesTable(solved: SolvedRelease, level: number, file: string): Promise<Table> {
  const { name, regions } = solved.hierarchy.levels[level]
  const queries = shownQueries(solved, level)
  const places = regions.map((_, node) => node)
  const shown = places.length <= MOST_PLACES ? places : mostOf(places, await totalsOf(solved.released[0].levels[level]))
  const rows: string[][] = []
  for (const node of shown) {
    const row = [regions[node]]
    for (const query of queries)
      row.push(...(await figuresAt(solved, level, node, query)).map((one) => placeWords(query, one)))
    rows.push(row)
  }
  return {
    kind: 'table',
    caption: `By ${name}${shown.length < places.length ? `, the ${shown.length} largest of ${places.length.toLocaleString('en')}` : ''}`,
    columns: [
      { title: name },
      ...queries.flatMap((query) =>
        Array.from({ length: query.answers }, (_, a) => ({
          title: answerName(query, a, linesWord(solved.file.spec)),
          align: 'right' as const,
        })),
      ),
    ],
    rows,
    limit: MOST_PLACES,
    file,
  }
}

function mostOf(places: readonly number[], totals: Float64Array): readonly number[] {
  return places
    .map((node) => ({ node, people: totals[node] }))
    .sort((a, b) => b.people - a.people || a.node - b.node)
    .slice(0, MOST_PLACES)
    .map(({ node }) => node)
}

/** `all`: what a total counts. */
function answerName(query: Query, answer: number, all: string): string {
  return answerLabels(query, answer).join(', ') || all
}

/** Of a place that may be empty, beside its people. */
function placeWords(query: Query, figure: Figure): string {
  return query.answers === 1 && mayBeEmpty(figure.count, figure.error)
    ? `${figureWords(figure)}: may be empty`
    : figureWords(figure)
}

function figureWords({ count, error }: Figure): string {
  const whole = count.toLocaleString('en')
  if (!Number.isFinite(error)) return `${whole} ± ?`
  return error === 0 ? `${whole} exact` : `${whole} ± ${error.toLocaleString('en', { maximumSignificantDigits: 2 })}`
}

async function errorBars(solved: SolvedRelease, level: number): Promise<Block> {
  const { name, regions } = solved.hierarchy.levels[level]
  const figures = await totalFigures(solved, level)
  const counted = linesWord(solved.file.spec)
  const reach = ({ error }: Figure): number => (Number.isFinite(error) ? NINE_IN_TEN * error : Number.NaN)
  return {
    kind: 'chart',
    chart: {
      kind: 'dot',
      title: `${asHeading(counted)} by ${name}`,
      description: 'The released count of every place, with the range that holds the true count nine times in ten.',
      categories: regions,
      series: [
        {
          name: counted,
          values: figures.map(({ count }) => count),
          lower: figures.map((figure) => Math.max(0, figure.count - reach(figure))),
          upper: figures.map((figure) => figure.count + reach(figure)),
        },
      ],
      valueLabel: counted,
    },
  }
}

/** The figures, and beside them how wrong they are. */
async function map(solved: SolvedRelease, { level, rings }: Boundaries): Promise<readonly Block[]> {
  const { name, regions } = solved.hierarchy.levels[level]
  const figures = await totalFigures(solved, level)
  const counted = linesWord(solved.file.spec)
  const area = (value: (figure: Figure) => number) =>
    regions.flatMap((region, node) => {
      const drawn = rings[node]
      return drawn === undefined ? [] : [{ name: region, value: value(figures[node]), rings: drawn }]
    })
  const without = rings.filter((drawn) => drawn === undefined).length
  const relative = ({ count, error }: Figure): number => (count > 0 ? (100 * error) / count : Number.NaN)
  return [
    {
      kind: 'chart',
      chart: {
        kind: 'map',
        title: `${asHeading(counted)} by ${name}, on the map`,
        description: 'The released count of every place; deeper is more.',
        areas: area(({ count }) => count),
        valueLabel: counted,
      },
    },
    {
      kind: 'chart',
      chart: {
        kind: 'map',
        title: `How wrong a count may be, by ${name}`,
        description: 'The standard error in percent of the released count; deeper is less exact.',
        areas: area(relative),
        valueLabel: '% of the count',
      },
    },
    ...(without === 0
      ? []
      : [
          {
            kind: 'paragraph',
            text: `${without} of ${regions.length} places have no boundary in the file and are not drawn.`,
          } as const,
        ]),
  ]
}
