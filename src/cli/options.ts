/** Options that mean the same in every command, and how their values are read. */
import { existsSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'

export function formatOption(): Option {
  return new Option('--format <format>', 'the format of the output files').choices(['csv', 'parquet'])
}

/** For every command that writes CSV files. */
export function plainCellsOption(): Option {
  return new Option(
    '--no-spreadsheet-safe',
    'CSV: write texts such as =1+1 as they are, without an apostrophe before them',
  )
}

/** a,b,c */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A repeatable option. */
export function collect(text: string, before: readonly string[]): string[] {
  return [...before, text]
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number from 0 up.`)
  return Number(text)
}

/** How many of something that there must be one of. */
export function fromOne(text: string): number {
  if (!/^0*[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number from 1 up.`)
  return Number(text)
}

/** 60, 60s, 5min, 1h, in seconds. */
export function seconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(s|min|m|h)?$/.exec(text)
  if (match === null) throw new InvalidArgumentError(`"${text}" is not a time. Write 60s, 5min or 1h.`)
  return Number(match[1]) * (match[2] === 'h' ? 3600 : match[2] === 'min' || match[2] === 'm' ? 60 : 1)
}

/** The folder asked for, or the first free one named after the command; that of a stopped run is resumed. */
export async function newRelease(given: string | undefined, command: string): Promise<string> {
  const { checkOutFolder } = await import('../run/out-folder.ts')
  const out = given ?? freeName(`tacet-${command}`)
  checkOutFolder(out)
  return out
}

function freeName(stem: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? stem : `${stem}-${i}`
    if (!existsSync(name)) return name
  }
}
