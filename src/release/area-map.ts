/** Areas shaded by a value, from boundaries in GeoJSON coordinates. Five classes with as many areas each, told apart by depth. */
import { CHART_WIDTH, hint, sheet, tickText } from './chart-frame.ts'
import type { AreaMap, RenderedChart, Ring } from './chart-kinds.ts'
import { textBlock, textWidth } from './labels.ts'
import { element } from './markup.ts'
import { formatSignificant } from './number-format.ts'

const CLASSES = 5
const TALLEST = 620
const KEY_HEIGHT = 44

export function areaMap(chart: AreaMap): RenderedChart {
  const frame = frameOf(chart.areas.flatMap(({ rings }) => rings))
  const edges = classEdges(chart.areas.map(({ value }) => value))
  const drawn = chart.areas.map(({ name, value, rings }) => {
    const shade = Number.isFinite(value) ? `shade${classOf(edges, value)}` : 'no-value'
    const said = Number.isFinite(value) ? `${name}: ${tickText(value)}` : `${name}: no figure`
    return element('path', { d: rings.map((ring) => pathOf(ring, frame)).join(''), class: `area ${shade}` }, hint(said))
  })
  const svg = sheet(frame.height + KEY_HEIGHT, ...drawn, key(edges, chart.valueLabel, frame.height + 12))
  const rows = chart.areas.map(({ name, value }) => [name, Number.isFinite(value) ? value : ''])
  return { svg, table: { columns: ['', chart.valueLabel], rows } }
}

interface Frame {
  readonly height: number
  place(x: number, y: number): readonly [number, number]
}

/** Degrees are narrower the further they are from the equator; other coordinates are taken as they are. */
function frameOf(rings: readonly Ring[]): Frame {
  const [west, east] = extent(rings, 0)
  const [south, north] = extent(rings, 1)
  const degrees = west >= -180 && east <= 180 && south >= -90 && north <= 90
  const narrow = degrees ? Math.cos((((south + north) / 2) * Math.PI) / 180) : 1
  const [width, height] = [(east - west) * narrow || 1, north - south || 1]
  const scale = Math.min(CHART_WIDTH / width, TALLEST / height)
  const left = (CHART_WIDTH - width * scale) / 2
  return { height: height * scale, place: (x, y) => [left + (x - west) * narrow * scale, (north - y) * scale] }
}

function extent(rings: readonly Ring[], axis: 0 | 1): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const ring of rings)
    for (const point of ring) {
      low = Math.min(low, point[axis])
      high = Math.max(high, point[axis])
    }
  return low <= high ? [low, high] : [0, 1]
}

/** Points closer than a tenth of a pixel to the one before are left out. */
function pathOf(ring: Ring, { place }: Frame): string {
  let last = ''
  const points = ring.flatMap(([x, y]) => {
    const at = place(x, y)
      .map((value) => value.toFixed(1))
      .join(',')
    if (at === last) return []
    last = at
    return [at]
  })
  return points.length < 3 ? '' : `M${points.join('L')}Z`
}

/** The lowest value of each class. */
function classEdges(values: readonly number[]): readonly number[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const edges = Array.from({ length: CLASSES }, (_, k) => sorted[Math.floor((k * sorted.length) / CLASSES)])
  return [...new Set(edges)].filter((edge) => edge !== undefined)
}

function classOf(edges: readonly number[], value: number): number {
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
