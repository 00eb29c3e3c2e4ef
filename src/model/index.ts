/**
 * The data model that all capabilities share.
 *
 * 1. what a record says
 * 2. where it lives
 * 3. how many there are
 * 4. what is asked
 * 5. tables with totals
 */

// 1. what a record says

export {
  type Attribute,
  cellCount,
  checkSchema,
  type Group,
  type MissingRule,
  type Recode,
  type Schema,
  strides,
} from './attribute.ts'
export { dayNumber, daysLabel, isoDay, isoTime } from './day.ts'
export { rangeStarts } from './level-ranges.ts'
export { type Selection, selectCells } from './selection.ts'

// 2. where it lives

export { checkPrefixLevels, type PrefixLevel, splitCode } from './code-prefix.ts'
export { buildHierarchy, type Hierarchy, type Level, leafLevel, leafRanges, levelIndex } from './hierarchy.ts'
export { pathFromColumns, pathsFromParents } from './region-path.ts'

// 3. how many there are

export { type AskedNodes, answersInOnePass, answersOfLevel, byLastLeaf } from './answers-in-one-pass.ts'
export { type CountedTable, EMPTY_LEVEL, type Variable } from './counted-table.ts'
export {
  denseLeaf,
  LARGEST_TOTAL,
  levelAnswers,
  nodeAnswers,
  type SparseHistogram,
  sparseHistogram,
  totalCount,
} from './histogram.ts'
export {
  type CountsPart,
  countParts,
  heldCounts,
  joinHistograms,
  type PlaceCounts,
  rollUpParts,
  sliceHistogram,
  summedParts,
  wholeCounts,
} from './place-counts.ts'
export { unknownLevels } from './unknown-levels.ts'

// 4. what is asked

export { queryPartition, recordDomain } from './partition.ts'
export { answerLabels, compileQuery, coversAll, DETAILED, type Dimension, type Query, TOTAL } from './query.ts'

// 5. tables with totals

export { type BrokenEquation, brokenEquations } from './table-system/additivity.ts'
export { type CodeLines, parentsOfIndented, parentsOfLines } from './table-system/code-lines.ts'
export { decimalsOf, decimalText, isDecimal, unitsOf } from './table-system/decimal-units.ts'
export { cellName, type Equations, type TableSystem, tableSystem } from './table-system/table-system.ts'
export { type CodeGroup, type CodeParents, type TableVariable, tableVariable } from './table-system/table-variable.ts'
