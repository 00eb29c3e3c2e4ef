/** From the flags of `tacet audit` to its job. */
import type { Command } from 'commander'
import { parseHierarchies } from '../hierarchy-flags.ts'
import { readingOf } from '../reading-flags.ts'
import type { GivenJob } from '../run-capability.ts'
import type { AuditFlags, AuditMode } from './audit-flags.ts'

export async function auditJob(data: string, flags: AuditFlags, mode: AuditMode, given: Command): Promise<GivenJob> {
  const { parseMerge, parseOrder, capabilities } = await import('../../jobs/index.ts')
  const ordered = Object.fromEntries(flags.ordered.map(parseOrder).map(({ variable, levels }) => [variable, levels]))
  const hierarchies = parseHierarchies(flags)
  const suggest = { ordered, hierarchies, mergeMissing: flags.mergeMissing === true, moves: flags.moves }
  const publish = flags.publish === undefined ? undefined : { choose: flags.choose }
  const isGiven = (name: string): boolean => given.getOptionValueSource(name) === 'cli'
  if (mode === 'spec' || mode === 'specSuggest') {
    const { readSpec } = await import('../../data/index.ts')
    const spec = await readSpec(data)
    const job = {
      ...capabilities.audit.fromSpec(spec),
      ...(isGiven('few') && { few: flags.few }),
      ...(mode === 'specSuggest' && { suggest: { ...spec.spec.audit?.suggest, ...givenOf(suggest, isGiven) } }),
      ...(publish !== undefined && { publish }),
      ...(isGiven('time') && { seconds: flags.time }),
    }
    return { job, flags: given, spec }
  }
  const { rows, columns, count, n, share, shares, decimals, rounding, known, small, width, few, zeros, time, cells } =
    flags
  const merge: Record<string, Record<string, readonly string[]>> = {}
  for (const { variable, name, levels } of flags.merge.map(parseMerge))
    merge[variable] = { ...merge[variable], [name]: [...(merge[variable]?.[name] ?? []), ...levels] }
  const job = {
    data,
    count,
    rows,
    columns,
    merge,
    small,
    width,
    few,
    zeros: zeros ? 'allowed' : 'disclosed',
    decimals,
    rounding,
    known,
    share,
    shares: shares.length === 0 ? undefined : shares,
    n,
    releases: flags.release,
    cells,
    suggest: flags.suggest === true ? suggest : undefined,
    publish,
    seconds: time,
    ...(await readingOf(flags, given)),
  }
  return { job, flags: given }
}

/** The parts of a search that flags ask for: the others are the spec's. */
function givenOf<T extends object>(suggest: T, isGiven: (flag: string) => boolean): Partial<T> {
  const flagOf = (field: string): string => (field === 'hierarchies' ? 'hierarchy' : field)
  return Object.fromEntries(Object.entries(suggest).filter(([field]) => isGiven(flagOf(field)))) as Partial<T>
}
