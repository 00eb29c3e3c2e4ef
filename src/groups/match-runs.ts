/**
 * The groups of children matched to those of their parent, and the two estimates of each size averaged by their inverse
 * variances (Kuo and others, PVLDB 11(11) (2018)).
 *
 * A parent's groups are the children's, in another estimate. The matching with the least sum of differences of sizes takes
 * both in the order of their sizes. Where a run of the parent ends among groups of one size in several children, they are
 * shared out in proportion to their numbers, the larger remainders first.
 */
import { joinEqual, type SizeRun } from './size-runs.ts'

/** Requires as many groups in the parent as in all children; the same number stays in each child. */
export function matchRuns(parent: readonly SizeRun[], children: readonly (readonly SizeRun[])[]): SizeRun[][] {
  const merged = children.map(() => [] as SizeRun[])
  const open = openRuns(children)
  let from = 0
  for (const above of parent) {
    let wanted = above.groups
    while (wanted > 0) {
      const to = endOfSize(open, from)
      const tied = open.slice(from, to)
      const taken = shareTied(tied, wanted)
      tied.forEach((run, k) => {
        if (taken[k] === 0) return
        merged[run.child].push({ ...average(run, above), groups: taken[k] })
        run.left -= taken[k]
        wanted -= taken[k]
      })
      if (tied.every(({ left }) => left === 0)) from = to
    }
  }
  return merged.map(joinEqual)
}

interface OpenRun extends SizeRun {
  readonly child: number
  /** Groups that are not matched yet. */
  left: number
}

/** The runs of all children by size. */
function openRuns(children: readonly (readonly SizeRun[])[]): OpenRun[] {
  const runs = children.flatMap((own, child) => own.map((run) => ({ ...run, child, left: run.groups })))
  return runs.sort((a, b) => a.size - b.size || a.child - b.child)
}

/** Where the runs of the size of run `from` end. */
function endOfSize(runs: readonly OpenRun[], from: number): number {
  if (from >= runs.length) throw new RangeError('a parent has more groups than its children')
  let to = from
  while (to < runs.length && runs[to].size === runs[from].size) to++
  return to
}

/** How many of each run are matched when `wanted` are, or all of them when there are no more. */
function shareTied(tied: readonly OpenRun[], wanted: number): number[] {
  const total = tied.reduce((sum, { left }) => sum + left, 0)
  if (total <= wanted) return tied.map(({ left }) => left)
  const taken = tied.map(({ left }) => Math.floor((left * wanted) / total))
  let missing = wanted - taken.reduce((sum, count) => sum + count, 0)
  const order = [...tied.keys()].sort((a, b) => remainder(tied[b], wanted, total) - remainder(tied[a], wanted, total))
  for (const k of order) {
    if (missing === 0) break
    if (taken[k] === tied[k].left) continue
    taken[k]++
    missing--
  }
  return taken
}

function remainder({ left }: OpenRun, wanted: number, total: number): number {
  return (left * wanted) % total
}

function average(own: SizeRun, above: SizeRun): Pick<SizeRun, 'size' | 'variance'> {
  const [mine, parents] = [1 / own.variance, 1 / above.variance]
  const size = (own.size * mine + above.size * parents) / (mine + parents)
  return { size: Math.floor(size + 0.5), variance: 1 / (mine + parents) }
}
