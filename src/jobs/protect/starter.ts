/** How a spec for a protected table begins, from a look at a file. */
import type { Starter } from '../../run/starter.ts'
import { quote } from '../starter-lines.ts'

export const protectStarter: Starter = {
  unasked: false,
  readsCount: () => true,
  lines({ attributes, places }) {
    const names = [...places.map(({ name }) => name), ...attributes.map(({ name }) => name)]
    const [first = 'region', ...others] = names
    return [
      `# CHECK: whom a rule protects is your office's choice. Rules are never published.
protect:
  rows: [${quote(first)}]
  columns: [${others.slice(0, 1).map(quote).join(', ')}]
  # value: turnover             # add up amounts; without it lines are counted
  # contributor: business       # whose a line is: needed for p %, (n,k) and requests
  rules:
    - { kind: count, least: 3 }   # fewer contributors than this
  method: suppress                # or round, cellkey, compare
`,
    ]
  },
}
