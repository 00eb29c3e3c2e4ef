/** How texts go into CSV files. */
/** How texts are written into CSV files. */
export const CELL_STYLES = ['spreadsheet-safe', 'plain'] as const

export type CellStyle = (typeof CELL_STYLES)[number]
