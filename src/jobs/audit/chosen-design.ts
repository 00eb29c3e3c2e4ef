/** The table of one of the designs that a search found safe. */
import { RequestError } from '../../request-error.ts'
import type { Working } from '../../run/context.ts'
import { parseMerge } from '../../spec/index.ts'
import { orderAfter } from './order-levels.ts'
import { suggestDesigns } from './suggest-designs.ts'
import type { DesignSearch, TableTask } from './task.ts'

/** A design that is safe with exact shares is safe with rounded ones: they admit every table that exact ones do. */
export async function chosenDesign(task: TableTask, search: DesignSearch, working: Working): Promise<TableTask> {
  const { safe } = await suggestDesigns(task, search.moves, search.seconds, working)
  const design = safe[search.choose - 1]
  if (design === undefined)
    throw new RequestError(
      'infeasible',
      safe.length === 0
        ? 'publish.choose: the search found no safe design. Search longer (`seconds`), or start from fewer variables.'
        : `publish.choose: the search found ${safe.length} safe design${safe.length === 1 ? '' : 's'}, so there is no design ${search.choose}. ` +
            'Take a lower number, search longer (`seconds`), or start from fewer variables.',
      { field: 'publish.choose', safe: safe.length },
    )
  const { rows, columns } = design
  const merges = design.merges.map(parseMerge)
  const kept = task.publishedOrders.filter(({ variable }) => [...rows, ...columns].includes(variable))
  // The natural orders are those of the levels before they are merged.
  return { ...task, rows, columns, merges, publishedOrders: orderAfter(kept, task.merges, merges), orders: [] }
}
