import type { RunState } from '../../src/server/answers.ts'

const PHASES: Readonly<Record<string, string>> = {
  read: 'Reading the data',
  'read-public': 'Reading what is public',
  'read-regions': 'Reading the places',
  count: 'Counting',
  facts: 'Checking the public facts',
  floor: 'Solving at the public floors',
  measure: 'Drawing the noise',
  'add-up': 'Adding up',
  carry: 'Carrying down what is known',
  solve: 'Solving',
  simulate: 'Simulating the release',
  sweep: 'Trying budgets',
  search: 'Searching',
  bound: 'Bounding',
  'try-counts': 'Trying every count that fits',
  'bound-cells': 'Bounding the cells',
  'try-designs': 'Trying designs',
  check: 'Checking',
  write: 'Writing',
  'write-measurements': 'Writing the measurements',
}

export function phaseWords({ phase }: RunState): string {
  if (phase === null) return 'Starting'
  const name = PHASES[phase.id] ?? phase.id
  const within = phase.within === undefined ? '' : `, ${phase.within.id} ${phase.within.nth} of ${phase.within.of}`
  return `${name}${phase.of === undefined ? '' : ` (${phase.of})`}${within}`
}

export function stateWords(run: RunState): string {
  if (run.state === 'done') return run.isRehearsal ? 'done; stamped NOT PRIVATE, nothing was charged' : 'released'
  if (run.state === 'stopped') return 'stopped; it can be resumed where it was'
  return run.state === 'failed' ? 'ended with an error' : phaseWords(run)
}
