/** From the flags of `tacet audit` to the jobs of the run room. */

import { besideSpec, compileSource, readSpec } from '../../data/index.ts'
import {
  type AuditDocument,
  type AuditJob,
  type AuditRules,
  auditData,
  auditLinked,
  auditShares,
  checkBoundNames,
  type LinkedDocument,
  parseMerge,
  parseOrder,
  parseRelease,
  publishAudit,
  type SuggestDocument,
  suggestDesigns,
} from '../../jobs/index.ts'
import { badInput } from '../../request-error.ts'
import { cellStyle, checkOutFolder, type ThreadOptions } from '../../run/index.ts'
import type { Spec } from '../../spec/index.ts'
import type { AuditFlags } from './audit.ts'
import { isSpecFile } from './audit-flags.ts'

export async function runAudit(
  data: string,
  flags: AuditFlags,
  thread: ThreadOptions,
): Promise<{ found: AuditDocument; written: string | undefined }> {
  if (flags.out !== undefined) checkOutFolder(flags.out)
  const fromShares = flags.share !== undefined || flags.shares.length > 0
  const { job, request, output } = await auditJob(data, flags)
  if (flags.out !== undefined) checkBoundNames([...job.rows, ...job.columns])
  const found = fromShares ? await sharesAudit(data, flags, thread) : await auditData(job, thread)
  if (flags.n !== undefined && found.n !== flags.n)
    throw badInput(`--n ${flags.n}: the data hold another number of records. Leave it out: they are counted.`)
  if (flags.out === undefined) return { found, written: undefined }
  const inputs = [
    ...(job.source.kind === 'file' ? [job.source.path] : []),
    ...(job.known === undefined ? [] : [job.known]),
  ]
  const title = `${job.columns.join(', ') || flags.shares.join(', ')} by ${job.rows.join(', ')}`
  await publishAudit(found, {
    out: flags.out,
    format: flags.format ?? output?.format ?? 'csv',
    cells: cellStyle(flags.spreadsheetSafe, output && { output }),
    title,
    request,
    inputs,
  })
  return { found, written: flags.out }
}

export async function runSuggest(data: string, flags: AuditFlags, thread: ThreadOptions): Promise<SuggestDocument> {
  const { job } = await auditJob(data, flags)
  if (job.decimals !== undefined || job.known !== undefined || job.rules.width > 0 || !job.rules.zerosAllowed) {
    throw badInput(
      `${data}: --suggest searches for exact shares that disclose no small count. It does nothing with decimals, known, width or zeros: leave them out of its \`audit\`.`,
    )
  }
  const { moves, time } = flags
  const stray = job.orders.find(({ variable }) => ![...job.rows, ...job.columns].includes(variable))
  if (stray !== undefined) throw badInput(`--ordered: "${stray.variable}" is not among the rows and columns.`)
  return suggestDesigns(job, { ...thread, moves, seconds: time })
}

export async function runLinked(data: string, flags: AuditFlags, thread: ThreadOptions): Promise<LinkedDocument> {
  return auditLinked(
    {
      source: { kind: 'file', path: data },
      count: flags.count,
      releases: flags.release.map(parseRelease),
      cells: flags.cells,
      merges: flags.merge.map(parseMerge),
      rules: rulesOf(flags),
      seconds: flags.time,
    },
    thread,
  )
}

/** The job of the flags, or of the spec that stands in the place of the data. */
async function auditJob(
  data: string,
  flags: AuditFlags,
): Promise<{ job: AuditJob; request: string; output?: Spec['output'] }> {
  if (!isSpecFile(data)) {
    const { rows, columns, count, decimals, known, share, n } = flags
    const shares = flags.shares.length > 0 ? flags.shares : undefined
    const merges = flags.merge.map(parseMerge)
    const orders = flags.ordered.map(parseOrder)
    const job = {
      source: { kind: 'file', path: data },
      count,
      rows,
      columns,
      merges,
      orders,
      rules: rulesOf(flags),
      decimals,
      known,
    } as const
    return { job, request: JSON.stringify({ ...job, source: undefined, share, shares, n }) }
  }
  const file = await readSpec(data)
  const { audit, source } = file.spec
  if (audit === undefined)
    throw badInput(
      `${data} has no \`audit\`. Say which variables make rows and columns: audit: { rows: [..], columns: [..] }.`,
    )
  const merges = Object.entries(audit.merge).flatMap(([variable, groups]) =>
    Object.entries(groups).map(([name, levels]) => ({ variable, name, levels })),
  )
  const rules: AuditRules = {
    small: audit.small,
    width: audit.width ?? 0,
    few: flags.few,
    zerosAllowed: audit.zeros === 'allowed',
  }
  const { rows, columns, decimals } = audit
  const known = audit.known === undefined ? undefined : besideSpec(file, audit.known)
  return {
    job: {
      source: compileSource(file),
      count: source.count,
      rows,
      columns,
      merges,
      orders: flags.ordered.map(parseOrder),
      rules,
      decimals,
      known,
    },
    request: file.text,
    output: file.spec.output,
  }
}

function rulesOf({ small, width, few, zeros }: AuditFlags): AuditRules {
  return { small, width, few, zerosAllowed: zeros }
}

function sharesAudit(path: string, flags: AuditFlags, thread: ThreadOptions): Promise<AuditDocument> {
  const { rows, columns, share, shares, n, decimals, known } = flags
  if (n === undefined) throw badInput('Shares need --n, the number of records behind them.')
  if (rows.length === 0) throw badInput('Shares need --rows, the columns that name a row.')
  if (share !== undefined && columns.length === 0)
    throw badInput('With --share, name the variables whose shares they are: --columns.')
  return auditShares({ path, rows, columns, share, shares, n, decimals, rules: rulesOf(flags), known }, thread)
}
