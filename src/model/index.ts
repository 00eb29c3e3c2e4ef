// What a record says.
export {
  type Attribute,
  cellCount,
  cellLevels,
  checkSchema,
  type Group,
  type MissingRule,
  MOST_CELLS,
  type Recode,
  type Schema,
  strides,
} from './attribute.ts'
// Where it lives.
export { checkPrefixLevels, type PrefixLevel, splitCode } from './code-prefix.ts'
export { buildHierarchy, type Hierarchy, type Level, leafLevel, leafRanges, levelIndex } from './hierarchy.ts'
// How many there are.
export {
  denseLeaf,
  LARGEST_TOTAL,
  levelAnswers,
  nodeAnswers,
  rollUp,
  type SparseHistogram,
  sparseHistogram,
  totalCount,
} from './histogram.ts'
// What is asked.
export { PLACE, queryPartition, recordDomain, selectionPartition } from './partition.ts'
export { answerLabels, compileQuery, coversAll, DETAILED, type Dimension, type Query, TOTAL } from './query.ts'
export { pathFromColumns, pathsFromParents } from './region-path.ts'
export { type Selection, selectCells } from './selection.ts'
