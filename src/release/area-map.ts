/** Areas shaded by a value, from boundaries in GeoJSON coordinates. Five classes with as many areas each, told apart by depth. */
import { CHART_WIDTH, hint, sheet, tickText } from './chart-frame.ts'
import type { AreaMap, RenderedChart } from './chart-kinds.ts'
import { textBlock, textWidth } from './labels.ts'
import { mapOutline } from './map-outline.ts'
import { element } from './markup.ts'
import { formatSignificant } from './number-format.ts'

const CLASSES = 5
const KEY_HEIGHT = 44

export function areaMap(chart: AreaMap): RenderedChart {
  const { height, paths } = mapOutline(
    chart.areas.map(({ rings }) => rings),
    CHART_WIDTH,
  )
  const edges = classEdges(chart.areas.map(({ value }) => value))
  const drawn = chart.areas.map(({ name, value }, i) => {
    const shade = Number.isFinite(value) ? `shade${classOf(edges, value)}` : 'no-value'
    const said = Number.isFinite(value) ? `${name}: ${tickText(value)}` : `${name}: no figure`
    return element('path', { d: paths[i], class: `area ${shade}` }, hint(said))
  })
  const svg = sheet(height + KEY_HEIGHT, ...drawn, key(edges, chart.valueLabel, height + 12))
  const rows = chart.areas.map(({ name, value }) => [name, Number.isFinite(value) ? value : ''])
  return { svg, table: { columns: ['', chart.valueLabel], rows } }
}

/** The lowest value of each class. */
export function classEdges(values: readonly number[]): readonly number[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const edges = Array.from({ length: CLASSES }, (_, k) => sorted[Math.floor((k * sorted.length) / CLASSES)])
  return [...new Set(edges)].filter((edge) => edge !== undefined)
}

/** From 0 for the lowest class; the highest is always the deepest. */
export function classOf(edges: readonly number[], value: number): number {
  return CLASSES - edges.length + edges.findLastIndex((edge) => value >= edge)
}

function key(edges: readonly number[], label: string, top: number): string {
  let [x, y] = [textWidth(label) + 16, top]
  const parts = edges.map((edge, k) => {
    const text = `from ${formatSignificant(edge, 3)}`
    const width = 20 + textWidth(text) + 18
    if (x + width > CHART_WIDTH) [x, y] = [0, y + 22]
    const swatch = { x, y: y - 7, width: 14, height: 14, class: `area shade${CLASSES - edges.length + k}` }
    const part = element('rect', swatch) + textBlock([text], { x: x + 20, y })
    x += width
    return part
  })
  return element('g', { class: 'legend' }, textBlock([label], { x: 0, y: top, className: 'axis-label' }), ...parts)
}
