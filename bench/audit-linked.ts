/** Several releases together: all tables of some variables of a made-up table, every cell bounded, with the true table as a start and without. */
import { linkedBounds, type Release, type Target } from 'tacet/bounds'
import { seededEntropy } from 'tacet/noise'

/** Independent levels with unequal weights, counts around the mean. */
function madeUp(space: readonly number[], mean: number): Float64Array {
  const entropy = seededEntropy(`${space.join(' ')} ${mean}`)
  const uniform = (): number => (entropy.belowSmall(2 ** 30) + 0.5) / 2 ** 30
  const weights = space.map((levels) => Array.from({ length: levels }, () => -Math.log(uniform())))
  const cells = space.reduce((product, levels) => product * levels, 1)
  return Float64Array.from({ length: cells }, (_, cell) => {
    const rate = levelsOf(space, cell).reduce((product, level, v) => product * weights[v][level], mean)
    let count = 0
    for (let left = uniform(); left > Math.exp(-Math.min(rate, 50)); left *= uniform()) count++
    return count
  })
}

function levelsOf(space: readonly number[], cell: number): number[] {
  const levels: number[] = []
  let rest = cell
  for (const size of [...space].reverse()) {
    levels.unshift(rest % size)
    rest = Math.floor(rest / size)
  }
  return levels
}

/** The margins of all sets of so many variables. */
function margins(space: readonly number[], counts: Float64Array, order: number): Release[] {
  const sets = Array.from({ length: 2 ** space.length }, (_, s) => space.flatMap((_, v) => ((s >> v) & 1 ? [v] : [])))
  return sets
    .filter((set) => set.length === order)
    .map((set) => {
      const sums = new Float64Array(set.reduce((product, v) => product * space[v], 1))
      counts.forEach((count, cell) => {
        const levels = levelsOf(space, cell)
        sums[set.reduce((place, v) => place * space[v] + levels[v], 0)] += count
      })
      return { kind: 'margin', variables: set.map((variable) => ({ variable })), counts: sums }
    })
}

const CASES: readonly (readonly [readonly number[], number, number, number])[] = [
  [[10, 10, 10], 2, 3, 10],
  [[20, 20, 10], 2, 2, 10],
  [[40, 30, 20], 2, 2, 60],
  [[40, 30, 20], 2, 0.3, 60],
  [[6, 6, 6, 6], 3, 0.7, 30],
  [[6, 6, 6, 6], 2, 1, 30],
]

export async function boundLinked(): Promise<void> {
  console.log('\nseveral releases together: all margins of so many variables; bounds that are not proved, CPU seconds')
  for (const [space, order, mean, timeLimit] of CASES) {
    const counts = madeUp(space, mean)
    const releases = margins(space, counts, order)
    const variables = space.map((_, variable) => ({ variable }))
    const targets = Array.from(counts, (_, cell): Target => ({ variables, levels: levelsOf(space, cell) }))
    const cells: string[] = []
    for (const table of [counts, undefined]) {
      const before = process.cpuUsage()
      const found = await linkedBounds(space, releases, targets, { timeLimit, table })
      const { user, system } = process.cpuUsage(before)
      const open = found.reduce((sum, bound) => sum + Number(!bound.lowerExact) + Number(!bound.upperExact), 0)
      cells.push(`${String(open).padStart(6)} open ${((user + system) / 1e6).toFixed(2).padStart(6)} s`)
    }
    const name = `${space.join('x')}, ${order}-way, mean ${mean}`
    console.log(
      `${name.padEnd(28)} ${String(2 * targets.length).padStart(6)} bounds   from the table ${cells[0]}   without ${cells[1]}`,
    )
  }
}
