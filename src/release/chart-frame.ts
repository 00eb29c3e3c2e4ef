/** What charts share: the sheet, axes with their labels, gridlines and the legend. Colours are classes; see the style. */
import { FONT_SIZE, LINE_HEIGHT, textBlock, textWidth, wrap } from './labels.ts'
import { element, escapeMarkup } from './markup.ts'
import { formatSignificant } from './number-format.ts'
import { type Scale, type ScaleKind, scaleOver } from './scales.ts'

export const CHART_WIDTH = 720
/** Category labels are broken into lines of at most this width. */
const LABEL_WIDTH = 220
export const TICK_ROOM = 10
const SERIES_COLOURS = 6

/** The class that carries the colour of series `index`. */
export function seriesClass(index: number): string {
  return `s${(index % SERIES_COLOURS) + 1}`
}

export function sheet(height: number, ...parts: readonly string[]): string {
  const attributes = { viewBox: `0 0 ${CHART_WIDTH} ${Math.ceil(height)}`, 'aria-hidden': 'true', focusable: 'false' }
  return element('svg', { ...attributes, 'font-size': FONT_SIZE }, ...parts)
}

/** What stands in the place of a chart without a single mark. */
export function emptySheet(): string {
  return sheet(40, textBlock(['Nothing to show.'], { x: 0, y: 20, className: 'axis-label' }))
}

/** Labels broken into lines, and the margin that the widest of them needs. */
export function categoryLabels(names: readonly string[]): { lines: string[][]; margin: number; tallest: number } {
  const lines = names.map((name) => wrap(name, LABEL_WIDTH))
  const widest = Math.max(0, ...lines.flat().map((line) => textWidth(line)))
  return {
    lines,
    margin: widest + TICK_ROOM + 4,
    tallest: Math.max(1, ...lines.map((each) => each.length)) * LINE_HEIGHT,
  }
}

export function tickText(value: number): string {
  return formatSignificant(value, 4)
}

/** The margin that the ticks of an upright axis need. */
export function tickMargin(ticks: readonly number[]): number {
  return Math.max(...ticks.map((tick) => textWidth(tickText(tick)))) + TICK_ROOM
}

/** A scale across the page from `left` as far right as leaves room for the whole of its last number. */
export function acrossScale(kind: ScaleKind, values: readonly number[], left: number): Scale {
  const { ticks } = scaleOver(kind, values, left, CHART_WIDTH)
  const half = textWidth(tickText(ticks[ticks.length - 1])) / 2
  return scaleOver(kind, values, left, CHART_WIDTH - Math.max(8, half))
}

/** Gridlines and numbers for a scale that runs across the page, and its label below. */
export function acrossAxis(scale: Scale, top: number, bottom: number, label: string, grid: boolean): string {
  const marks = thinned(scale).map((tick) => {
    const x = scale.place(tick)
    const line = element('line', { x1: x, x2: x, y1: grid ? top : bottom, y2: bottom + 4, class: 'grid' })
    return line + textBlock([tickText(tick)], { x, y: bottom + 14, anchor: 'middle', className: 'tick' })
  })
  const [from, to] = [scale.place(scale.domain[0]), scale.place(scale.domain[1])]
  const title = textBlock([label], { x: (from + to) / 2, y: bottom + 36, anchor: 'middle', className: 'axis-label' })
  return marks.join('') + title
}

/** Drops every other tick until their numbers do not touch. */
function thinned(scale: Scale): readonly number[] {
  let ticks = scale.ticks
  const touches = (): boolean =>
    ticks.some((tick, k) => {
      if (k === 0) return false
      const room = Math.abs(scale.place(tick) - scale.place(ticks[k - 1]))
      return (textWidth(tickText(tick)) + textWidth(tickText(ticks[k - 1]))) / 2 + 8 > room
    })
  while (ticks.length > 2 && touches()) ticks = ticks.filter((_, k) => k % 2 === 0)
  return ticks
}

/** Gridlines and numbers for a scale that runs up the page. Its label stands above, where it is read without turning. */
export function uprightAxis(scale: Scale, left: number, right: number, top: number, label: string): string {
  const marks = scale.ticks.map((tick) => {
    const y = scale.place(tick)
    const line = element('line', { x1: left, x2: right, y1: y, y2: y, class: 'grid' })
    return line + textBlock([tickText(tick)], { x: left - 6, y, anchor: 'end', className: 'tick' })
  })
  return marks.join('') + textBlock([label], { x: 0, y: top - 16, className: 'axis-label' })
}

/** A key to the series, in as many lines as it needs; nothing for a single series. */
export function legend(names: readonly string[], swatch: (index: number, x: number, y: number) => string): Legend {
  if (names.length < 2) return { markup: '', height: 0 }
  let [x, y] = [0, 10]
  const parts = names.map((name, index) => {
    const width = 26 + textWidth(name) + 18
    if (x > 0 && x + width > CHART_WIDTH) [x, y] = [0, y + 20]
    const part = swatch(index, x, y) + textBlock([name], { x: x + 26, y })
    x += width
    return part
  })
  return { markup: element('g', { class: 'legend' }, ...parts), height: y + 18 }
}

export interface Legend {
  readonly markup: string
  readonly height: number
}

/** A filled square for the legend of bars. */
export function squareSwatch(index: number, x: number, y: number): string {
  return element('rect', { x: x + 4, y: y - 6, width: 13, height: 13, class: `${seriesClass(index)} fill` })
}

/** The note that a mouse shows over a mark. */
export function hint(text: string): string {
  return element('title', {}, escapeMarkup(text))
}
