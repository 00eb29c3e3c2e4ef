/** The phases of a run in the words of the terminal. */
import type { Phase, PhaseId } from '../run/events.ts'

const WORDS: Readonly<Record<PhaseId, string>> = {
  read: 'Reading',
  'read-public': 'Reading what is public',
  'read-regions': 'Reading the regions',
  count: 'Counting the records',
  facts: 'Deriving what the public facts imply',
  floor: 'Solving at the public floor',
  measure: 'Measuring',
  'add-up': 'Adding up the measurements',
  carry: 'Carrying down what is known',
  solve: 'Solving',
  sweep: 'Simulating the trade-off',
  search: 'Searching',
  bound: 'Bounding the loss from below',
  'try-counts': 'Trying every count that fits',
  'bound-cells': 'Bounding the cells',
  'try-designs': 'Trying designs',
  check: 'Checking and writing',
  write: 'Writing the release',
  'write-measurements': 'Writing the measurements',
}

/** "Solving county"; "Simulation 2 of 3, to find the errors: solving county". */
export function phaseWords({ id, of, within }: Pick<Phase, 'id' | 'of' | 'within'>): string {
  const words = `${WORDS[id]}${of === undefined ? '' : id === 'search' ? ` (${of})` : ` ${of}`}`
  if (within === undefined) return words
  const inner = words[0].toLowerCase() + words.slice(1)
  return within.id === 'simulation'
    ? `Simulation ${within.nth} of ${within.of}, to find the errors: ${inner}`
    : `The other way, to compare: ${inner}`
}
