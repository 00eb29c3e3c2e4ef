/** What a spec says of group sizes. */
import { z } from 'zod'
import { field } from './field.ts'
import { GROUP_MECHANISMS, oneOf } from './method-names.ts'
import { exact, name, needed } from './schema-words.ts'
import { parentsOf } from './short-texts.ts'

export const groups = z
  .strictObject({
    levels: field(needed(name, 'name the columns of the regions, from the top down.'), {
      flag: '--levels <a,b,c>',
      does: 'The columns of the regions, from the top down.',
    }),
    parents: field(z.strictObject({ file: z.string(), column: name, parent: name }).optional(), {
      flag: '--parents <file:region,parent>',
      read: parentsOf,
      help: 'a tree of regions of any depth; --levels is then the column with the leaf',
      does: 'A table of regions and parents, branches of any depth; `levels` is then the one column with the leaf.',
    }),
    size: field(name.optional(), {
      flag: '--size <column>',
      does: 'The column with the size of a group, or with what a person adds to it.',
    }),
    unit: field(name.optional(), {
      flag: '--unit <column>',
      does: 'Person lines: the column that tells the groups apart.',
    }),
    largest: field(z.int().min(1).optional(), {
      flag: '--max-size <n>',
      does: 'The largest size, public: larger groups count as this. Without it the largest size of the data is published.',
    }),
    missing: field(z.enum(['error', 'drop']).default('error'), {
      flag: '--drop-missing',
      means: 'drop',
      help: 'leave out lines without a size',
      does: 'What a group without a size means.',
    }),
    mechanism: field(oneOf(GROUP_MECHANISMS).optional(), {
      flag: '--mechanism <name>',
      does: 'How the counts are made: `cumulative` without it, or `topdown` with `publicGroups: none`.',
    }),
    rounding: field(z.enum(['counts', 'cumulative']).optional(), {
      flag: '--rounding <what>',
      does: 'What `cumulative` makes whole; cumulative counts without it.',
    }),
    shrink: field(z.boolean().default(false), {
      flag: '--shrink',
      help: 'with cumulative: draw leaves towards the shape of their parent where that helps',
      does: '`cumulative`: draw leaves towards the shape of their parent as far as the measurements show that it helps.',
    }),
    publicGroups: field(z.enum(['total', 'regions', 'none']).default('total'), {
      flag: '--public-groups <what>',
      does: 'Which numbers of groups are public; with `none` a whole group that is founded or dissolved is protected.',
    }),
    shares: field(z.array(exact).min(1).optional(), {
      flag: '--shares <a,b,c>',
      help: 'parts of the budget in proportion, one per level from the top; equal without it',
      does: 'Parts of the budget in proportion, one per level from the top, in place of `privacy.levels`.',
    }),
    asPublished: field(z.boolean().default(false), {
      flag: '--as-published',
      does: 'The mechanism mc-chain calibrated as in its paper: NOT PRIVATE.',
    }),
    weights: field(z.record(z.string(), z.number().positive()).optional(), {
      does: 'For `tacet plan --fit`: how much the error of each level matters, relative to the others; 1 without it.',
    }),
    largestQuantity: field(z.int().min(1).default(1), {
      flag: '--largest-quantity <n>',
      does: 'The most that one person adds to a size.',
    }),
  })
  .refine(({ size, unit }) => size !== undefined || unit !== undefined, {
    path: ['size'],
    error:
      'say how groups are written: the column with the size of a group here, or with `unit` the column that tells the groups of person lines apart.',
  })

export type SpecGroups = z.output<typeof groups>
