/** A map of the places of a release, when its spec names boundaries and they are in the folder still. */
import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { readBoundaries } from '../data/index.ts'
import { classEdges, classOf, mapOutline } from '../release/index.ts'
import { RequestError } from '../request-error.ts'
import { parseSpec, type Spec } from '../spec/index.ts'
import type { Place, ReleaseMap } from './answers.ts'
import type { OpenedFolder } from './opened-folder.ts'

export interface MapRequest {
  readonly folder: OpenedFolder
  /** The release, by its name in the folder. */
  readonly release: string
  /** Its spec as the manifest has it. */
  readonly spec: string
  readonly level: string
  readonly places: readonly Place[]
}

const WIDTH = 680
/** A page draws no larger file. */
const MOST_BYTES = 50e6

export async function releaseMap(request: MapRequest): Promise<ReleaseMap | null> {
  const { folder, release, spec, level, places } = request
  const asked = boundariesOf(spec)
  if (asked === undefined || asked.level !== level) return null
  // A spec and its release mostly stand in one folder; a manifest does not say where its spec was.
  const path = await folder.existing(posix.join(posix.dirname(release), asked.file)).catch(() => undefined)
  if (path === undefined || (await stat(path)).size > MOST_BYTES) return null
  const regions = places.map(({ region }) => region)
  const rings = await readBoundaries({ path, property: asked.region, regions }).catch((error) => {
    if (error instanceof RequestError) return undefined
    throw error
  })
  return rings === undefined ? null : shaded(places, rings)
}

/** A release of another version may have a spec that is not read here. */
function boundariesOf(text: string): Spec['output']['boundaries'] {
  try {
    return parseSpec(text, 'spec').output.boundaries
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

type Rings = Awaited<ReturnType<typeof readBoundaries>>

function shaded(places: readonly Place[], rings: Rings): ReleaseMap {
  const drawn = places.flatMap((place, i) => {
    const own = rings[i]
    return own === undefined ? [] : [{ place, own }]
  })
  const outline = mapOutline(
    drawn.map(({ own }) => own),
    WIDTH,
  )
  const people = drawn.map(({ place }) => place.count)
  const error = drawn.map(({ place }) => percentError(place))
  const edges = { people: classEdges(people), error: classEdges(error) }
  const shade = (of: readonly number[], value: number): number | null =>
    Number.isFinite(value) ? classOf(of, value) : null
  const areas = drawn.map(({ place: { region } }, i) => ({
    region,
    path: outline.paths[i],
    people: shade(edges.people, people[i]),
    error: shade(edges.error, error[i]),
  }))
  return { width: outline.width, height: outline.height, areas, edges }
}

/** The standard error in percent of the count. */
function percentError({ count, standardError }: Place): number {
  return standardError === null || count <= 0 ? Number.NaN : (100 * standardError) / count
}
