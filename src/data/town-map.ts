/** Boundaries for the wards of the made town: six districts around a centre, five wards each, as GeoJSON. */
import { DISTRICTS, WARDS } from './town.ts'

/** Somewhere on land; the town is about ten kilometres across. */
const CENTRE = { longitude: 7.6, latitude: 47.55 }
const RADIUS = 0.05

type Point = readonly [number, number]

/** Each district is a slice; its first ward lies at the centre, the others outside it, side by side. */
export function townMap(): string {
  const features = DISTRICTS.flatMap((district, d) =>
    Array.from({ length: WARDS }, (_, w) => ({
      type: 'Feature',
      properties: { ward: `${district}/ward ${w + 1}` },
      geometry: { type: 'Polygon', coordinates: [ring(d / DISTRICTS.length, (d + 1) / DISTRICTS.length, w)] },
    })),
  )
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
}

function ring(from: number, to: number, ward: number): readonly Point[] {
  if (ward === 0) return closed([at(0, 0), ...arc(from, to, 0.42)])
  const [row, column] = [Math.floor((ward - 1) / 2), (ward - 1) % 2]
  const middle = (from + to) / 2
  const [left, right] = column === 0 ? [from, middle] : [middle, to]
  const [inner, outer] = row === 0 ? [0.42, 0.72] : [0.72, 1]
  return closed([...arc(left, right, inner), ...arc(left, right, outer).reverse()])
}

const closed = (points: readonly Point[]): readonly Point[] => [...points, points[0]]

function arc(from: number, to: number, radius: number): Point[] {
  const steps = 8
  return Array.from({ length: steps + 1 }, (_, k) => at(from + ((to - from) * k) / steps, radius))
}

/** `turn` from 0 to 1 around the centre; a little out of round, as towns are. */
function at(turn: number, radius: number): Point {
  const angle = 2 * Math.PI * turn
  const reach = RADIUS * radius * (1 + 0.12 * Math.sin(3 * angle + 1) + 0.06 * Math.cos(5 * angle))
  const round = (value: number): number => Number(value.toFixed(5))
  return [round(CENTRE.longitude + 1.35 * reach * Math.cos(angle)), round(CENTRE.latitude + reach * Math.sin(angle))]
}
