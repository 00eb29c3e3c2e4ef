// What is measured of the children of a parent, as terms of a least squares.
export {
  type Below,
  EXACT_VARIANCE,
  estimateChildren,
  levelTerms,
  type MeasuredChildren,
  type MeasuredQuery,
  treeTerms,
} from './children.ts'
// Least squares over the whole tree, and how far an answer may be off.
export * from './estimate/index.ts'
// A release beside the truth.
export { type AreaSet, areaAnswers, type Comparison, compareCounts } from './evaluate.ts'
// What is public, and what it implies for the places above.
export * from './knowledge/index.ts'
// One step of the descent.
export * from './solve/index.ts'
