/**
 * What was asked for, fit to be published with the answer. A spec may hold a whole program, its private right-hand sides
 * included: those are taken out, and with them every comment and the fingerprint of the text, from which few values could be
 * told apart by trying them all.
 */
import { matcher } from '../../decisions/sides/private-sides.ts'
import type { SpecFile } from '../../spec/index.ts'

export function publicRequest({ spec, text }: Pick<SpecFile, 'spec' | 'text'>): string {
  const { decide } = spec
  if (decide?.program === undefined) return text
  const isPrivate = decide.private.map((pattern) => matcher(pattern.replace(/:(upper|lower)$/, '')))
  const constraints = Object.entries(decide.program.constraints).map(([name, constraint]) => {
    if (!isPrivate.some((matches) => matches(name))) return [name, constraint]
    const { terms, lower, upper } = constraint
    const hidden = {
      ...(lower === undefined ? {} : { lower: 'private' }),
      ...(upper === undefined ? {} : { upper: 'private' }),
    }
    return [name, { terms, ...hidden }]
  })
  const program = { ...decide.program, constraints: Object.fromEntries(constraints) }
  return JSON.stringify({ ...spec, decide: { ...decide, program } })
}
