/**
 * A spec to start from, with what a look at the file suggests and what the person corrected: how the file is read, the roles of its
 * columns, and a part for each capability, or for the one it is wanted for, each with values that it takes. Its levels come from the
 * data and must be checked.
 */
import { dirname, relative } from 'node:path'
import { badInput } from '../request-error.ts'
import { SPEC_HEAD } from '../spec/index.ts'
import type { FileDescription } from './describe.ts'
import type { ColumnDescription } from './describe-column.ts'
import { type StarterAttribute, starterAttributes } from './starter-attributes.ts'
import { chosenColumns, personColumn, placesOf, type StarterChoice } from './starter-choice.ts'
import { groupsLines, proposedGroup } from './starter-groups.ts'

/** How many records are alike at least, and how many lines of a person are counted: to be changed. */
const K = 5
const AT_MOST = 5

/** Places that a spec for everything has: more make a plan that nobody reads. */
const MOST_LEVELS = 2

export function starterSpec(description: FileDescription, specPath: string, choice: StarterChoice = {}): string {
  const { rows, path } = description
  if (rows === 0) throw badInput(`${path} holds no records: there is nothing to write a spec from.`)
  const columns = description.columns.filter(({ doubt }) => doubt === null)
  const count = countOf(description, columns, choice)
  const places = choice.places
    ? chosenColumns(description, choice.places)
    : placesOf(columns).slice(0, choice.for === undefined ? MOST_LEVELS : undefined)
  const wanted = choice.attributes && chosenColumns(description, choice.attributes).map(asAttribute)
  const attributes = starterAttributes(
    (wanted ?? columns).filter(({ name }) => name !== count?.name && !places.some((place) => place.name === name)),
  )
  const isCounted = count !== undefined
  const read = `source:\n  file: ${quote(relative(dirname(specPath), path))}\n${readLines(description)}`
  const group = choice.group ?? (choice.for === 'groups' ? proposedGroup(description) : undefined)
  const counted = isCounted && !(group !== undefined && 'unit' in group) ? `  count: ${quote(count.name)}\n` : ''
  const head = [
    `${SPEC_HEAD}title: ${quote(specPath.replace(/^.*[\\/]|\.[^.]*$/g, '') || 'release')}\n`,
    `${read}${counted}`,
  ]
  const topdown = (): readonly string[] => [
    geographyLines(places),
    `${attributeLines(attributes)}${leftOutLine(wanted ?? [], attributes)}`,
    privacyLines(description, columns, isCounted, choice),
    workloadLines(attributes),
  ]
  const audit = auditLines(attributes, isCounted && choice.for !== 'audit')
  const anonymize = anonymizeLines(columns, rows, isCounted)
  const parts = {
    topdown,
    groups: () => [groupsLines(description, places, group, choice.largest), 'privacy:\n  epsilon: 1\n'],
    audit: () => [needed(audit, `${path} has no two columns with few levels: there is no table to audit.`)],
    anonymize: () => [
      roleLines(description),
      needed(anonymize, `${path} has no records with quasi-identifiers: there is nothing to anonymise.`),
    ],
  }
  const body = choice.for === undefined ? [roleLines(description), ...topdown(), audit, anonymize] : parts[choice.for]()
  return [...head, ...body].filter((part) => part !== '').join('\n')
}

function needed(part: string, otherwise: string): string {
  if (part === '') throw badInput(otherwise)
  return part
}

/** The column of counts that was chosen, or that the file has; one that can be no count is refused. */
function countOf(
  description: FileDescription,
  columns: readonly ColumnDescription[],
  { count }: StarterChoice,
): ColumnDescription | undefined {
  if (count === null) return undefined
  const isCount = ({ type, missing, smallest }: ColumnDescription): boolean =>
    type === 'whole number' && missing === 0 && (smallest ?? -1) >= 0
  if (count === undefined) return columns.find((column) => column.looksLike === 'count' && isCount(column))
  const [found] = chosenColumns(description, [count])
  if (!isCount(found))
    throw badInput(`The column "${count}" does not hold counts: whole numbers from 0 up in every line. Choose another.`)
  return found
}

/** A column that the person counts by is taken for what it is not, if need be. */
function asAttribute(column: ColumnDescription): ColumnDescription {
  const isOne = column.looksLike === 'quasi-identifier' || column.looksLike === 'sensitive'
  return isOne ? column : { ...column, looksLike: 'quasi-identifier' }
}

function leftOutLine(wanted: readonly ColumnDescription[], attributes: readonly StarterAttribute[]): string {
  const left = wanted.filter(({ name }) => !attributes.some(({ column }) => column === name))
  if (left.length === 0) return ''
  return `# Left out, so that a first plan stays small or because they have no levels: ${left.map(({ name }) => quote(name)).join(', ')}.\n`
}

function readLines({ read, columns }: FileDescription): string {
  const { encoding, delimiter, decimal, dates = [] } = read
  const missing = read.missing ?? [...new Set(columns.flatMap(({ missingTexts }) => missingTexts))]
  const parts = [
    ...(encoding === undefined ? [] : [`encoding: ${quote(encoding)}`]),
    ...(delimiter === undefined ? [] : [`delimiter: ${quote(delimiter)}`]),
    ...(decimal === undefined || columns.some(({ doubt }) => doubt?.field === 'source.read.decimal')
      ? []
      : [`decimal: ${quote(decimal)}`]),
    ...(dates.length === 0 ? [] : [`dates: [${dates.map(quote).join(', ')}]`]),
    `missing: [${missing.map(quote).join(', ')}]`,
    ...(read.case === undefined ? [] : [`case: ${read.case}`]),
  ]
  return `  read: { ${parts.join(', ')} }\n`
}

function roleLines({ columns }: FileDescription): string {
  const lines = columns.map(({ name, role, looksLike, pattern, doubt }) => {
    if (doubt !== null) return `  ${quote(name)}: identifier    # left out until \`read\` says how it is meant\n`
    const why = pattern ?? (looksLike === role ? '' : looksLike)
    return `  ${quote(name)}: ${role}${why === '' ? '' : `    # ${why}`}\n`
  })
  return `# CHECK: identifiers are left out of published records, quasi-identifiers coarsened, the others published as they are.\nroles:\n${lines.join('')}`
}

function geographyLines(columns: readonly ColumnDescription[]): string {
  const missing = columns.some((column) => column.missing > 0) ? '  missing: "(nowhere)"\n' : ''
  return `# CHECK: the largest places first. Those that occur become public; to release empty ones too, list all: regions: { file: places.csv }.\ngeography:\n  top: all\n  columns: [${columns.map(({ name }) => quote(name)).join(', ')}]\n${missing}`
}

function attributeLines(attributes: readonly StarterAttribute[]): string {
  if (attributes.length === 0) return ''
  const lines = attributes.map(({ name, column, values, missing }) => {
    const other = name === column ? '' : `    column: ${quote(column)}\n`
    return `  - name: ${quote(name)}\n${other}    ${values}\n${missing ? '    missing: { as: "(missing)" }\n' : ''}`
  })
  return `# CHECK: these levels were read off the data. Listing them makes them public; add those that can occur but do not.\nattributes:\n${lines.join('')}`
}

function privacyLines(
  description: FileDescription,
  columns: readonly ColumnDescription[],
  isCounted: boolean,
  { person: chosen }: StarterChoice,
): string {
  const person =
    chosen === undefined ? personColumn(columns) : chosen === null ? undefined : chosenColumns(description, [chosen])[0]
  const atMost = person !== undefined && person.distinct < description.rows ? AT_MOST : 1
  const whole = `person: { column: ${quote(person?.name ?? '')}, atMost: ${atMost} }`
  const line =
    chosen === null && !isCounted
      ? '  person: { atMost: 1 }    # every line is another person\n'
      : person === undefined || isCounted
        ? ''
        : person.missing > 0
          ? `  # ${whole}    # once every line names its person\n`
          : `  ${whole}    # CHECK: whose lines are protected together, and how many of them are counted\n`
  return `privacy:\n  unit: add-remove-person\n${line}  epsilon: 1\n`
}

function workloadLines(attributes: readonly StarterAttribute[]): string {
  const crossed = attributes.slice(0, 2).map(({ name }) => name)
  return `workload:\n  - query: total\n${crossed.length === 0 ? '' : `  - query: ${quote(crossed.join(' * '))}\n`}`
}

function auditLines(attributes: readonly StarterAttribute[], isCounted: boolean): string {
  const few = attributes.filter(({ isLevels }) => isLevels)
  if (few.length < 2 || isCounted) return ''
  return `audit:\n  rows: [${quote(few[0].column)}]\n  columns: [${quote(few[1].column)}]\n`
}

function anonymizeLines(columns: readonly ColumnDescription[], rows: number, isCounted: boolean): string {
  if (isCounted || !columns.some(({ role }) => role === 'quasi-identifier')) return ''
  const person = personColumn(columns)
  const people = person !== undefined && person.missing === 0 && person.distinct >= K
  const line = people ? `  person: ${quote(person.name)}    # every k records that are alike are of k people\n` : ''
  // Codes look like numbers, and would lose zeros and digits as such.
  const codes = columns.filter(({ role, type }) => role === 'quasi-identifier' && (type === 'text' || type === 'code'))
  const categorical = codes.length === 0 ? '' : `  categorical: [${codes.map(({ name }) => quote(name)).join(', ')}]\n`
  return `# The quasi-identifiers are those of \`roles\`.\nanonymize:\n  k: ${Math.min(K, rows)}\n${line}  missing: level\n  seconds: 10    # more time finds a little less loss\n${categorical}`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
