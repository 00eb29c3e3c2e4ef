/**
 * A spec to start from, with what a look at the file suggests: how the file is read, the roles of its columns, and a part for
 * each capability, each with values that it takes. Its levels come from the data and must be checked.
 */
import { dirname, relative } from 'node:path'
import { badInput } from '../request-error.ts'
import { SPEC_HEAD } from '../spec/index.ts'
import type { FileDescription } from './describe.ts'
import type { ColumnDescription } from './describe-column.ts'
import { type StarterAttribute, starterAttributes } from './starter-attributes.ts'

/** How many records are alike at least, and how many lines of a person are counted: to be changed. */
const K = 5
const AT_MOST = 5

export function starterSpec(description: FileDescription, specPath: string): string {
  const { rows, path } = description
  if (rows === 0) throw badInput(`${path} holds no records: there is nothing to write a spec from.`)
  const columns = description.columns.filter(({ doubt }) => doubt === null)
  const count = columns.find(
    ({ looksLike, missing, smallest }) => looksLike === 'count' && missing === 0 && (smallest ?? -1) >= 0,
  )
  const geography = geographyOf(columns)
  const attributes = starterAttributes(columns.filter((column) => !geography.includes(column) && column !== count))
  const file = relative(dirname(specPath), path)
  return [
    `${SPEC_HEAD}title: ${quote(specPath.replace(/^.*[\\/]|\.[^.]*$/g, '') || 'release')}\n`,
    `source:\n  file: ${quote(file)}\n${readLines(description)}${count ? `  count: ${quote(count.name)}\n` : ''}`,
    roleLines(description),
    geographyLines(geography),
    attributeLines(attributes),
    privacyLines(columns, rows, count !== undefined),
    workloadLines(attributes),
    auditLines(attributes, count !== undefined),
    anonymizeLines(columns, rows, count !== undefined),
  ]
    .filter((part) => part !== '')
    .join('\n')
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
  const lines = columns.map(({ name, role, looksLike, doubt }) => {
    if (doubt !== null) return `  ${quote(name)}: identifier    # left out until \`read\` says how it is meant\n`
    const why = looksLike === role ? '' : looksLike
    return `  ${quote(name)}: ${role}${why === '' ? '' : `    # ${why}`}\n`
  })
  return `# CHECK: identifiers are left out of published records, quasi-identifiers coarsened, the others published as they are.\nroles:\n${lines.join('')}`
}

/**
 * From the largest places to the smallest, as far as they are few enough: in the order of the file, which mostly goes that way, unless every
 * column has fewer names than the one before. Numbers of names alone mislead: every district may have its ward 1.
 */
function geographyOf(columns: readonly ColumnDescription[]): readonly ColumnDescription[] {
  const places = columns.filter(({ looksLike, distinct }) => looksLike === 'geography' && distinct <= MOST_PLACES)
  const falls = places.length > 1 && places.every(({ distinct }, i) => i === 0 || distinct < places[i - 1].distinct)
  return (falls ? [...places].reverse() : places).slice(0, 2)
}

const MOST_PLACES = 5000

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

function privacyLines(columns: readonly ColumnDescription[], rows: number, isCounted: boolean): string {
  const person = personColumn(columns)
  const atMost = person !== undefined && person.distinct < rows ? AT_MOST : 1
  const whole = `person: { column: ${quote(person?.name ?? '')}, atMost: ${atMost} }`
  const line =
    person === undefined || isCounted
      ? ''
      : person.missing > 0
        ? `  # ${whole}    # once every line names its person\n`
        : `  ${whole}    # CHECK: whose lines are protected together, and how many of them are counted\n`
  return `privacy:\n  unit: add-remove-person\n${line}  epsilon: 1\n`
}

/** The column that names people, by its name; else the first with several lines for some value, else the first that tells lines apart. */
function personColumn(columns: readonly ColumnDescription[]): ColumnDescription | undefined {
  const naming = columns.filter(({ looksLike, levels }) => looksLike === 'identifier' && levels.length === 0)
  const most = Math.max(...naming.map(({ distinct }) => distinct))
  return (
    naming.find(({ name }) => PEOPLE.test(name)) ?? naming.find(({ distinct }) => distinct < 0.9 * most) ?? naming[0]
  )
}

const PEOPLE =
  /person|patient|subject|member|client|customer|respondent|participant|pupil|student|employee|^(pid|mrn|ssn|nhs)/i

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
