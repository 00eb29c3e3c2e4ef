/** Each mechanism of group sizes in a line. */
import type { MechanismName } from '../../src/groups/mechanism.ts'

export const MECHANISM_WORDS: Readonly<Record<MechanismName, string>> = {
  cumulative: 'Measures how many groups have at most each size; then the best whole counts that add up. The default.',
  mc: 'Measures how many groups have at most each size; whole counts by branch and bound, for small tables.',
  'mc-relaxed': 'Measures how many groups have at most each size; rounded at the end, so places may not add up.',
  'mc-dp': 'Measures how many groups have at most each size; each place by itself first, then made to add up.',
  'mc-chain': 'Measures one chain over all sizes and places: much noise where there are many places.',
  mh: 'Measures the count of every size; whole counts by a general solver, for small tables.',
  'mh-relaxed': 'Measures the count of every size; rounded at the end, so places may not add up.',
  'mh-dp': 'Measures the count of every size; then the best whole counts that add up.',
  'mh-dp-op': 'Measures the count of every size; whole counts by the tables of its paper, for small tables.',
  topdown: 'Measures the count of every size; each level is made to fit the one above it.',
  hc: 'Measures how many groups have at most each size; groups are matched from the top down.',
  hg: 'Measures the sorted sizes of all groups; groups are matched from the top down.',
}
