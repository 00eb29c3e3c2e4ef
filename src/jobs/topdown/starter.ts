/** A plan of counts by place to start from. */
import { type ColumnDescription, chosenColumns, personColumn, type StarterAttribute } from '../../data/index.ts'
import type { Starter, StarterFile } from '../../run/starter.ts'
import { quote } from '../starter-lines.ts'

/** How many lines of a person are counted: to be changed. */
const AT_MOST = 5

export const topdownStarter: Starter = {
  unasked: true,
  readsCount: () => true,
  lines: (file) => [
    geographyLines(file.places),
    `${attributeLines(file.attributes)}${leftOutLine(file.leftOut)}`,
    privacyLines(file),
    workloadLines(file.attributes),
  ],
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

function leftOutLine(names: readonly string[]): string {
  if (names.length === 0) return ''
  return `# Left out, so that a first plan stays small or because they have no levels: ${names.map(quote).join(', ')}.\n`
}

function privacyLines({ description, columns, isCounted, choice }: StarterFile): string {
  const { person: chosen } = choice
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
