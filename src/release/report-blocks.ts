/** The blocks of a report as HTML. Every text is escaped here or in what is called from here. */
import { renderChart } from './chart.ts'
import type { ChartTable } from './chart-kinds.ts'
import { element, escapeMarkup } from './markup.ts'
import { formatFixed, formatNumber, formatPercent, formatSignificant } from './number-format.ts'
import type { Block, ChartBlock, Fact, Notice, Table, TableColumn } from './report-parts.ts'

const ROWS_SHOWN = 40
/** Rows of the table behind a chart; a chart of more points is no longer read point by point. */
const CHART_ROWS_SHOWN = 200

export function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return element('p', {}, escapeMarkup(block.text))
    case 'facts':
      return renderFacts(block.facts, 'facts')
    case 'table':
      return renderTable(block)
    case 'chart':
      return renderFigure(block)
    case 'notice':
      return renderNotice(block)
  }
}

export function renderFacts(facts: readonly Fact[], className: 'summary' | 'facts'): string {
  const items = facts.map(({ label, value, note }) => {
    const text = typeof value === 'number' ? formatSignificant(value, Number.isInteger(value) ? 15 : 4) : value
    const small = note === undefined ? '' : element('span', { class: 'note' }, escapeMarkup(note))
    return element('div', {}, element('dt', {}, escapeMarkup(label)), element('dd', {}, escapeMarkup(text), small))
  })
  return element('dl', { class: className }, ...items)
}

const TONE_NAMES: Readonly<Record<Notice['tone'], string>> = { info: 'Note', warn: 'Take care', danger: 'Warning' }

function renderNotice({ tone, title, text }: Notice): string {
  const head = element('strong', {}, escapeMarkup(title ?? TONE_NAMES[tone]))
  return element('div', { class: `notice ${tone}`, role: 'note' }, head, element('p', {}, escapeMarkup(text)))
}

export function renderTable({ caption, columns, rows, limit = ROWS_SHOWN, file }: Table): string {
  const head = columns.map((column, j) => {
    return element('th', { scope: 'col', class: alignment(column, rows, j) }, escapeMarkup(column.title))
  })
  const body = rows.slice(0, limit).map((row) => {
    const cells = columns.map((column, j) => cell(row[j] ?? null, column, alignment(column, rows, j)))
    return element('tr', {}, ...cells)
  })
  const table = element(
    'table',
    {},
    element('caption', {}, escapeMarkup(caption)),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  )
  const scroller = element('div', { class: 'table', role: 'region', 'aria-label': caption, tabindex: 0 }, table)
  return scroller + cutNote(rows.length - limit, file)
}

function cutNote(more: number, file: string | undefined): string {
  if (more <= 0) return ''
  const count = `${formatNumber(more)} more ${more === 1 ? 'row is' : 'rows are'}`
  return element(
    'p',
    { class: 'cut' },
    escapeMarkup(file === undefined ? `${count} not shown.` : `${count} in ${file}.`),
  )
}

function alignment(column: TableColumn, rows: Table['rows'], j: number): string {
  if (column.align !== undefined) return column.align
  const numeric = column.format === undefined ? typeof rows[0]?.[j] === 'number' : column.format !== 'text'
  return numeric ? 'right' : 'left'
}

function cell(value: string | number | null, column: TableColumn, className: string): string {
  return element('td', { class: className }, escapeMarkup(formatCell(value, column)))
}

function formatCell(value: string | number | null, { format, digits }: TableColumn): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  switch (format) {
    case 'integer':
      return formatNumber(value)
    case 'decimal':
      return formatFixed(value, digits ?? 2)
    case 'percent':
      return formatPercent(value, digits)
    case 'significant':
      return formatSignificant(value, digits)
    default:
      return Number.isInteger(value) ? formatNumber(value) : formatSignificant(value, digits ?? 4)
  }
}

/** The drawing for the eye, its description for the ear, and its numbers for both. */
function renderFigure({ chart }: ChartBlock): string {
  const { svg, table } = renderChart(chart)
  const caption = element('figcaption', {}, escapeMarkup(chart.title))
  const drawing = element(
    'div',
    { role: 'img', 'aria-label': `${chart.title}. ${chart.description}`, class: 'drawing' },
    svg,
  )
  const numbers = element('details', {}, element('summary', {}, 'The numbers'), numbersOf(chart.title, table))
  return element('figure', {}, caption, drawing, numbers)
}

function numbersOf(caption: string, { columns, rows }: ChartTable): string {
  return renderTable({
    kind: 'table',
    caption,
    columns: columns.map((title) => ({ title })),
    rows,
    limit: CHART_ROWS_SHOWN,
  })
}
