/** The boundaries of regions from a GeoJSON file (RFC 7946), for drawing a map. */
import { z } from 'zod'
import { badInput, clipped } from '../request-error.ts'
import { readTextFile } from './text-file.ts'

export type BoundaryRing = readonly (readonly [number, number])[]

export interface BoundaryRequest {
  readonly path: string
  /** The property of a feature that holds the name of its region. */
  readonly property: string
  /** The regions that are looked for. */
  readonly regions: readonly string[]
}

const ring = z.array(z.tuple([z.number(), z.number()]).rest(z.number())).min(4)
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
])
const collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()).nullable(), geometry })),
})

/** By index of the region; undefined for one without a boundary. Throws when no region has one. */
export async function readBoundaries({
  path,
  property,
  regions,
}: BoundaryRequest): Promise<readonly (readonly BoundaryRing[] | undefined)[]> {
  const { features } = parse(
    await readTextFile(path, `${path} is not there: output.boundaries names a GeoJSON file.`),
    path,
  )
  const found = new Map<string, BoundaryRing[]>()
  for (const feature of features) {
    const name = feature.properties?.[property]
    if (typeof name !== 'string' && typeof name !== 'number') continue
    const { type, coordinates } = feature.geometry
    const rings = (type === 'Polygon' ? coordinates : coordinates.flat()) as readonly number[][][]
    const flat = rings.map((points): BoundaryRing => points.map(([x, y]) => [x, y] as const))
    found.set(String(name), [...(found.get(String(name)) ?? []), ...flat])
  }
  const boundaries = regions.map((region) => found.get(region) ?? found.get(lastPart(region)))
  if (boundaries.some((rings) => rings !== undefined)) return boundaries
  throw badInput(
    `${path}: no feature has a property "${clipped(property)}" that names a region of this level. output.boundaries.region names that property.`,
  )
}

/** Regions of a geography by columns are called by their path; a map knows the last part. */
function lastPart(region: string): string {
  return region.slice(region.lastIndexOf('/') + 1)
}

function parse(text: string, path: string): z.output<typeof collection> {
  const wrong = `${path} is not a GeoJSON FeatureCollection of Polygons and MultiPolygons.`
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw badInput(wrong)
  }
  const parsed = collection.safeParse(json)
  if (!parsed.success) throw badInput(wrong)
  return parsed.data
}
