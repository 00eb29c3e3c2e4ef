/**
 * Sources and sinks: files in, columns and counts out.
 *
 * 1. the engine
 * 2. sources: files, PostgreSQL, and what a spec says of them
 * 3. a first look
 * 4. counting: the histogram of the leaves, a k-way table, public counts
 * 5. records as columns, and the file again with some of them replaced
 * 6. results to files
 * 7. the truth, for `--evaluate` alone
 * 8. a synthetic town to try things on
 */

// 1. the engine

export { type ColumnData, type ColumnKind, fetchColumns, fetchNumber } from './columns.ts'
export { Database, type DatabaseOptions, withDatabase } from './database.ts'
export type { Relation } from './relation.ts'
export { codeSql, identifier, literal } from './sql.ts'

// 2. sources

export { type BoundaryRing, readBoundaries } from './boundaries.ts'
export { checkColumn, dataRelation, fileRelation, isDataFile } from './file-relation.ts'
export type { PostgresClient } from './postgres.ts'
export { readSpec } from './read-spec.ts'
export { checkSourceColumns, groupCounts } from './source.ts'
export type { FileSource, PostgresSource, Source } from './source-kinds.ts'
export { auditLevels, besideSpec, compileGeography, compileReading, compileSource, withLevels } from './spec-source.ts'
export { type StarterAttribute, starterAttributes } from './starter-attributes.ts'
export { chosenColumns, personColumn, placesOf, type StarterChoice, starterProposal } from './starter-choice.ts'
export { checkReading } from './text/check-reading.ts'
export { readTextFile } from './text-file.ts'
export { readTreeFile } from './tree-file.ts'

// 3. a first look

export type { Likeness } from './column-role.ts'
export { describeFile, type FileDescription } from './describe.ts'
export type { ColumnDescription } from './describe-column.ts'
export { repeatedNames } from './repeated-names.ts'
export { leftOutWords } from './text/left-out-words.ts'

// 4. counting

export { coarserColumns } from './coarser-column.ts'
export { type Contributions, type ContributionsRequest, readContributions } from './contribution-lines.ts'
export { checkCountName, checkCountValues } from './count-column.ts'
export { countPeople, type RecodedVariable } from './counted-people.ts'
export { confidentialSha256, countedSha256 } from './counted-sha256.ts'
export { countTable } from './counted-table.ts'
export {
  type FigureTable,
  type FigureTableRequest,
  readFigureTable,
  readPublicFigures,
  readPublishedTable,
} from './figure-table.ts'
export { type Geography, geographyColumns, type ParentList, type RegionList, regionsFromData } from './geography.ts'
export type { GroupColumn } from './group-sql.ts'
export { HELD_ENTRIES } from './leaf-counts.ts'
export { dataFiles, dataHome } from './parquet-files.ts'
export { type PublicCounts, type PublicCountsRequest, readPublicCounts } from './public-counts.ts'
export { type RecordIds, readRecordIds } from './record-ids.ts'
export { readHierarchy, type TabulateRequest, type Tabulation, tabulate } from './tabulate.ts'

// 5. records as columns

export {
  type LineOrder,
  likenesses,
  type Microdata,
  type MicrodataColumn,
  type MicrodataFile,
  type MicrodataRequest,
  readMicrodata,
  repeatedColumns,
  standAlone,
  tellingColumns,
  writeMicrodata,
} from './microdata.ts'

// 6. results to files

export { CELL_STYLES, type CellStyle } from './cell-styles.ts'
export { TableWriter, type WriteColumn, writeTable } from './table-writer.ts'
export { type OutputFormat, PRIVATE_FILE } from './write-file.ts'

// 7. the truth

export { truthForEvaluation } from './truth.ts'

// 8. a synthetic town to try things on

export { makeTown, type Town } from './town.ts'
export { townMap } from './town-map.ts'
