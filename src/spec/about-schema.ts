/** What a spec says of the release itself: who answers for it, and why it is as it is. All of it is published. */
import { z } from 'zod'

/** Longer texts belong into a document of their own. */
const LONGEST = 2000

const said = (what: string) => z.string().trim().min(1).max(LONGEST).optional().describe(what)

export const about = z
  .strictObject({
    author: said('Who made the release.'),
    organisation: said('For whom.'),
    contact: said('Where questions go: an address, or a page.'),
    reason: said('Why this budget (or this k, or this threshold), and what else was considered.'),
    access: said('Who can see the confidential data, and who ran this.'),
    collection: said('How the data were collected, and which period they cover.'),
    retention: said('How long the confidential data and the run are kept.'),
    cite: said('How to cite the release; made from the rest without it.'),
  })
  .describe('Who answers for the release, and why it is as it is. Printed in its report and its evidence.')

export type About = z.output<typeof about>
