// The engine: files in, columns out.

export type { CountedTable, Variable } from '../bounds/index.ts'
export { CELL_STYLES, type CellStyle } from './cell-styles.ts'
export { type ColumnData, type ColumnKind, fetchColumns, fetchNumber } from './columns.ts'
export { confidentialSha256, countedSha256 } from './counted-sha256.ts'
export { countTable, EMPTY_LEVEL } from './counted-table.ts'
export { Database, type DatabaseOptions, openDatabase, withDatabase } from './database.ts'
// A first look.
export { type ColumnDescription, describeFile, type FileDescription, MOST_LEVELS, type Role } from './describe.ts'
export { checkColumn, fileRelation } from './file-relation.ts'
// Counting: the leaf histogram of a release, or a k-way table.
export { type Geography, geographyColumns, type ParentList, type RegionList, regionsFromData } from './geography.ts'
// Groups by size.
export { countGroupSizes, type GroupLinesRequest, type GroupSizes } from './group-sizes.ts'
export type { GroupColumn } from './group-sql.ts'
// Records as columns, and the file again with some of them replaced.
export {
  MISSING_LABEL,
  type Microdata,
  type MicrodataColumn,
  type MicrodataFile,
  type MicrodataRequest,
  readMicrodata,
  writeMicrodata,
} from './microdata.ts'
// A model in a file, and the spec that names it.
export { declaredQueries, describeQueries, ledgerUnit } from './model-files/declared-queries.ts'
export { type ModelTable, modelOfSpec, readModelFile } from './model-files/read-model.ts'
export type { PostgresClient } from './postgres.ts'
export { type PublicCounts, type PublicCountsRequest, readPublicCounts } from './public-counts.ts'
export { readSpec } from './read-spec.ts'
export type { Relation } from './relation.ts'
// Columns that may name people.
export { repeatedNames } from './repeated-names.ts'
export { groupCounts } from './source.ts'
export type { FileSource, PostgresSource, Source } from './source-kinds.ts'
export { besideSpec, compileGeography, compileSource } from './spec-source.ts'
export { writtenRelation } from './spreadsheet-cells.ts'
// Results to files.
export { identifier, literal } from './sql.ts'
export { starterSpec } from './starter-spec.ts'
export { TableWriter, type WriteColumn, writeTable } from './table-writer.ts'
export { readHierarchy, type TabulateRequest, type Tabulation, tabulate } from './tabulate.ts'
export { readTextFile } from './text-file.ts'
// A synthetic town to try things on.
export { makeTown, TOWN_SEED, type Town } from './town.ts'
// The truth, only for `--evaluate`.
export { truthForEvaluation } from './truth.ts'
export { OUTPUT_FORMATS, type OutputFormat, PRIVATE_FILE } from './write-file.ts'
