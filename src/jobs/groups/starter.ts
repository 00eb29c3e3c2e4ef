/** The part of a starter spec that counts groups by their size. */
import {
  type ColumnDescription,
  chosenColumns,
  type FileDescription,
  type StarterChoice,
  starterProposal,
} from '../../data/index.ts'
import { badInput } from '../../request-error.ts'
import type { Starter, StarterFile } from '../../run/starter.ts'

/** A size that most groups stay below. It is not read off the data: what the spec states becomes public. */
const LARGEST = 10

export const groupsStarter: Starter = {
  unasked: false,
  readsCount: (file) => {
    const group = groupOf(file)
    return group === undefined || !('unit' in group)
  },
  lines: (file) => [
    groupsLines(file.description, file.places, groupOf(file), file.choice.largest),
    'privacy:\n  epsilon: 1\n',
  ],
}

function groupOf({ description, choice }: Pick<StarterFile, 'description' | 'choice'>): StarterChoice['group'] {
  return choice.group ?? proposedGroup(description)
}

function groupsLines(
  description: FileDescription,
  places: readonly ColumnDescription[],
  group: StarterChoice['group'],
  largest: number = LARGEST,
): string {
  const { path } = description
  if (places.length === 0)
    throw badInput(`Groups are counted by place, and no column of ${path} is chosen as one. Choose at least one.`)
  if (group === undefined)
    throw badInput(
      `No column of ${path} looks like a group or its size. Say which column tells groups apart, or holds their size.`,
    )
  const [column] = chosenColumns(description, ['unit' in group ? group.unit : group.size])
  for (const needed of 'unit' in group ? [...places, column] : places)
    if (needed.missing > 0)
      throw badInput(
        `The column "${needed.name}" of ${path} is empty in some lines. Every group needs a place and a name: fill it in, or choose another column.`,
      )
  if (places.includes(column)) throw badInput(`"${column.name}" is a place. Choose another column for the groups.`)
  const isSize = 'size' in group
  if (isSize && (column.type !== 'whole number' || (column.smallest ?? 0) < 1))
    throw badInput(
      `The column "${column.name}" of ${path} does not hold sizes: whole numbers from 1 up. Choose another column.`,
    )
  const written = isSize
    ? `  size: ${JSON.stringify(column.name)}    # one line per group, and how many it has\n`
    : `  unit: ${JSON.stringify(column.name)}    # one line per person, and which group they are in\n`
  return [
    '# CHECK: the largest places first. Those that occur become public, and so does the number of all groups.\n',
    `groups:\n  levels: [${places.map(({ name }) => JSON.stringify(name)).join(', ')}]\n`,
    written,
    `  largest: ${largest}    # CHECK: public, larger groups count as this. Choose it by what is known in general, not from the data\n`,
    isSize && column.missing > 0 ? '  missing: drop    # lines without a size are left out\n' : '',
  ].join('')
}

/** The size where a line is a group, else what people share. */
function proposedGroup(description: FileDescription): StarterChoice['group'] {
  const { unit, size } = starterProposal(description)
  return size !== null ? { size } : unit !== null ? { unit } : undefined
}
