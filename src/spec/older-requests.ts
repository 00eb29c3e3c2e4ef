/** What releases of earlier builds say was asked, where it was flags and no spec: read as the spec that asks the same. */

type Fields = Readonly<Record<string, unknown>>

/** A request as a spec; one that is a spec already stays as it is. `file` is what the data were called. */
export function specOfRequest(request: Fields, file: string): Fields {
  if ('tacet' in request) return request
  const spec = { tacet: 1, source: { file } }
  if ('quasiIdentifiers' in request) return { ...spec, anonymize: anonymizeOf(request) }
  if ('private' in request) return { ...spec, source: undefined, ...decisionOf(request, file) }
  if ('publicGroups' in request) return { ...spec, ...groupsOf(request, file) }
  const { count: _, read: __, ...audit } = request
  return { ...spec, audit: withoutIdle(audit) }
}

function anonymizeOf(request: Fields): Fields {
  const { k, quasiIdentifiers, method, categorical, ordered, person, others } = request
  const rules = (request.sensitive ?? []) as readonly {
    column: string
    kind: string
    value: number
    ordered: boolean
  }[]
  const sensitive = rules.map(({ column, kind, value, ordered }) => ({ column, [kind]: value, ordered }))
  return { k, quasiIdentifiers, method, categorical, ordered, person, others, sensitive }
}

function decisionOf(request: Fields, model: string): Fields {
  const { epsilon, delta, ledger, mechanism, sensitivity, unit, releases } = request
  const count = typeof releases === 'string' ? Number(releases) : releases
  return {
    decide: { model, private: request.private, mechanism, sensitivity, unit, releases: count },
    ...(epsilon !== undefined && { privacy: { epsilon, delta, ledger } }),
  }
}

function groupsOf(request: Fields, file: string): Fields {
  const { epsilon, rho, delta, ledger, maxSize, dropMissing, parents, count, read, ...groups } = request
  const [, tree, column, parent] = /^(.+):([^,:]+),([^,:]+)$/.exec(typeof parents === 'string' ? parents : '') ?? []
  return {
    source: { file, count, read },
    groups: {
      ...groups,
      largest: maxSize,
      missing: dropMissing === true ? 'drop' : 'error',
      ...(tree !== undefined && { parents: { file: tree, column, parent } }),
    },
    privacy: { epsilon, rho, delta, ledger },
  }
}

/** An audit of flags named every field, those of other kinds at their defaults. */
function withoutIdle(audit: Fields): Fields {
  const {
    releases = [],
    cells,
    rows,
    columns,
    suggest,
    publish,
    share,
    shares,
    seconds,
    width,
    few,
    zeros,
    n,
    decimals,
    ...own
  } = audit
  if ((releases as readonly unknown[]).length > 0) return { ...own, releases, cells, seconds }
  const table = { ...own, rows, columns, decimals, n }
  if (suggest !== undefined) return { ...table, suggest, publish, seconds }
  if (share !== undefined || shares !== undefined)
    return { ...table, share, shares, width, few, zeros, merge: undefined, order: undefined }
  return { ...table, publish, width, few, zeros }
}
