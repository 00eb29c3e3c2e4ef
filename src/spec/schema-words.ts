/** What the parts of a spec are written in: names, codes and exact numbers. */
import { z } from 'zod'
import { dayNumber } from '../model/index.ts'
import { clipped } from '../request-error.ts'

/** An exact number: 0.1, "2/3", "5%", 1e-10. */
export const exact = z
  .union([z.number(), z.string()], {
    error: 'must be a number: a decimal (0.1), a fraction ("2/3") or a percentage ("5%")',
  })
  .describe('An exact number: a decimal (0.1), a fraction ("2/3") or a percentage ("5%").')
/** 2020-12-31 */
export const day = z
  .string()
  .refine((text) => dayNumber(text) !== undefined, 'is no date: write it as 2020-12-31')
  .describe('A date, as 2020-12-31.')
export const name = z.string().min(1)
/** A list that must be given: what to say when it is not. */
export const needed = <S extends z.ZodType>(entry: S, message: string): z.ZodArray<S> =>
  z.array(entry, { error: ({ input }) => (input === undefined ? message : undefined) }).min(1, message)
/** One column, or one per level. */
export const columnOrColumns = z.union([name, z.array(name).min(1)], {
  error: 'is the name of a column, or a list of names',
})
/** Codes must be quoted in YAML: it reads 012 as 12, and no as false. */
export const code = z.string({
  error: ({ input }) =>
    input === undefined || input === null || typeof input === 'object'
      ? 'levels and codes are text, one by one, as in ["a", "b"]'
      : `levels and codes are text: write "${clipped(String(input))}" in quotes, so that 012 stays 012 and no stays no`,
})
