import type { CellStyle } from '../data/index.ts'
import type { Spec } from '../spec/index.ts'

/** How texts go into CSV files: safe unless a flag or the spec says otherwise. */
export function cellStyle(flag: boolean | undefined, spec?: Pick<Spec, 'output'>): CellStyle {
  return flag === false || spec?.output.spreadsheetSafe === false ? 'plain' : 'spreadsheet-safe'
}
