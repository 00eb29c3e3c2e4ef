/** Which cells are meant by levels of attributes and groups of recodes. */
import { badInput, listed } from '../request-error.ts'
import { cellCount, type Schema } from './attribute.ts'
import { compileQuery } from './query.ts'

/** By attribute or recode, the levels or groups meant. */
export type Selection = Readonly<Record<string, readonly string[]>>

/** 1 for every cell that has one of the levels in each of the attributes named; all cells when none is named. */
export function selectCells(schema: Schema, selection: Selection, where: string): Uint8Array {
  const chosen = new Uint8Array(cellCount(schema)).fill(1)
  for (const [name, levels] of Object.entries(selection)) {
    const known = [...schema.attributes, ...schema.recodes].map((one) => one.name)
    if (!known.includes(name)) {
      throw badInput(`${where}: "${name}" is no attribute or recode. There are: ${listed(known)}.`)
    }
    const { dimensions, answerOf } = compileQuery(schema, name)
    const [dimension] = dimensions
    const stray = levels.find((level) => !dimension.labels.includes(level))
    if (stray !== undefined) {
      throw badInput(`${where}: "${name}" has no level "${stray}". It has: ${listed(dimension.labels)}.`)
    }
    const meant = dimension.labels.map((label) => levels.includes(label))
    answerOf.forEach((answer, cell) => {
      if (answer < 0 || !meant[answer]) chosen[cell] = 0
    })
  }
  return chosen
}
