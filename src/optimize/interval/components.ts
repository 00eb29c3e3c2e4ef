/** Unknowns that equations join, each set a system of its own. Unknowns that are fixed join nothing. */
import type { SignedEquations } from './equations.ts'
import type { Bounds } from './tighten.ts'

export interface Component {
  /** Unknowns of the whole, and the same equations on their places here. */
  readonly unknowns: Int32Array
  readonly system: SignedEquations
}

export function components(whole: SignedEquations, { lower, upper }: Bounds): readonly Component[] {
  const { starts, members } = whole
  const isFixed = (j: number): boolean => lower[j] === upper[j]
  const leader = Int32Array.from({ length: whole.unknowns }, (_, j) => j)
  const find = (j: number): number => {
    while (leader[j] !== j) j = leader[j] = leader[leader[j]]
    return j
  }
  for (let e = 0; e + 1 < starts.length; e++) {
    let first = -1
    for (let t = starts[e]; t < starts[e + 1]; t++) {
      if (isFixed(members[t])) continue
      if (first < 0) first = find(members[t])
      else leader[find(members[t])] = first
    }
  }
  const of = new Map<number, number[]>()
  for (let j = 0; j < whole.unknowns; j++) {
    if (isFixed(j)) continue
    const list = of.get(find(j))
    if (list === undefined) of.set(find(j), [j])
    else list.push(j)
  }
  const rowsOf = new Map<number, number[]>()
  for (let e = 0; e + 1 < starts.length; e++) {
    const open = members.subarray(starts[e], starts[e + 1]).find((j) => !isFixed(j))
    if (open === undefined) continue
    const list = rowsOf.get(find(open))
    if (list === undefined) rowsOf.set(find(open), [e])
    else list.push(e)
  }
  return [...of].map(([name, unknowns]) => part(whole, { lower, upper }, unknowns, rowsOf.get(name) ?? []))
}

function part(
  whole: SignedEquations,
  { lower, upper }: Bounds,
  unknowns: readonly number[],
  rows: readonly number[],
): Component {
  const placeOf = new Map(unknowns.map((j, place) => [j, place]))
  const starts = [0]
  const members: number[] = []
  const signs: number[] = []
  const side: number[] = []
  for (const e of rows) {
    let rest = whole.side[e]
    for (let t = whole.starts[e]; t < whole.starts[e + 1]; t++) {
      const j = whole.members[t]
      const place = placeOf.get(j)
      if (place === undefined) rest -= whole.signs[t] * lower[j]
      else {
        members.push(place)
        signs.push(whole.signs[t])
      }
    }
    starts.push(members.length)
    side.push(rest)
  }
  return {
    unknowns: Int32Array.from(unknowns),
    system: {
      unknowns: unknowns.length,
      starts: Int32Array.from(starts),
      members: Int32Array.from(members),
      signs: Int8Array.from(signs),
      side: Float64Array.from(side),
      lower: Float64Array.from(unknowns, (j) => lower[j]),
      upper: Float64Array.from(unknowns, (j) => upper[j]),
    },
  }
}
