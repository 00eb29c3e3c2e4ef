/** Seconds per cell of a region and per parent, on one worker: measured, see docs/measured.md. */
const PER_CELL = 4e-7
const PER_PARENT = 0.005

/** How long one worker takes to solve so many regions of so many cells under so many parents. */
export function solvingSeconds(regions: number, parents: number, cells: number): number {
  return PER_CELL * regions * cells + PER_PARENT * parents
}
