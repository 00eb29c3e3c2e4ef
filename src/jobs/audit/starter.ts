/** An audit to start from: the first two columns of few levels. */
import { badInput } from '../../request-error.ts'
import type { Starter } from '../../run/starter.ts'
import { quote } from '../starter-lines.ts'

export const auditStarter: Starter = {
  unasked: true,
  readsCount: () => true,
  lines: ({ attributes, isCounted, description }, asked) => {
    const few = attributes.filter(({ isLevels }) => isLevels)
    if (few.length >= 2 && (asked || !isCounted))
      return [`audit:\n  rows: [${quote(few[0].column)}]\n  columns: [${quote(few[1].column)}]\n`]
    if (asked) throw badInput(`${description.path} has no two columns with few levels: there is no table to audit.`)
    return []
  },
}
