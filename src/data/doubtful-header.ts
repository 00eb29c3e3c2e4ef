/**
 * Whether a line of column names looks like a record: it holds a number, a date or an address, a text longer than names are,
 * or a value that its own column has again. Years can be column names, so such a file is still read; only no message lists
 * its columns.
 */

const LONGEST_NAME = 100

const VALUES = [
  /^\s*[+-]?(\d+([.,]\d+)*|\.\d+)(e[+-]?\d+)?\s*%?\s*$/i,
  /\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/,
  /@.+\./,
  /[\r\n]/,
]

export function looksLikeRecord(names: readonly string[], records: readonly (readonly string[])[]): boolean {
  return names.some(
    (name, column) =>
      name.length > LONGEST_NAME ||
      VALUES.some((pattern) => pattern.test(name)) ||
      records.some((record) => record[column] === name),
  )
}
