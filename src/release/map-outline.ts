/** Boundaries as paths of an SVG: placed in a frame of a given width, north above. */
import type { Ring } from './chart-kinds.ts'

export interface MapOutline {
  readonly width: number
  readonly height: number
  /** One path per area, in their order. */
  readonly paths: readonly string[]
}

const TALLEST = 620

export function mapOutline(areas: readonly (readonly Ring[])[], width: number): MapOutline {
  const frame = frameOf(areas.flat(), width)
  return {
    width,
    height: frame.height,
    paths: areas.map((rings) => rings.map((ring) => pathOf(ring, frame)).join('')),
  }
}

interface Frame {
  readonly height: number
  place(x: number, y: number): readonly [number, number]
}

/** Degrees are narrower the further they are from the equator; other coordinates are taken as they are. */
function frameOf(rings: readonly Ring[], width: number): Frame {
  const [west, east] = extent(rings, 0)
  const [south, north] = extent(rings, 1)
  const degrees = west >= -180 && east <= 180 && south >= -90 && north <= 90
  const narrow = degrees ? Math.cos((((south + north) / 2) * Math.PI) / 180) : 1
  const [across, down] = [(east - west) * narrow || 1, north - south || 1]
  const scale = Math.min(width / across, TALLEST / down)
  const left = (width - across * scale) / 2
  return { height: down * scale, place: (x, y) => [left + (x - west) * narrow * scale, (north - y) * scale] }
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
