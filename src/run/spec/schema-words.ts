/** What the parts of a spec are written in: names, codes and exact numbers. */
import { z } from 'zod'

/** An exact number: 0.1, "2/3", "5%", 1e-10. */
export const exact = z
  .union([z.number(), z.string()])
  .describe('An exact number: a decimal (0.1), a fraction ("2/3") or a percentage ("5%").')
export const name = z.string().min(1)
/** Codes must be quoted in YAML: it reads 012 as 12, and no as false. */
export const code = z.string({
  error: (issue) =>
    `levels and codes are text: write "${String(issue.input)}" in quotes, so that 012 stays 012 and no stays no`,
})
