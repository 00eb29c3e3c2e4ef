/**
 * Forgeries of seven kinds of release. The forger has the whole folder and this program: whatever follows from a change is made to fit
 * again, fingerprints, evidence and report. Each is noticed by a check, or is one of those that nobody can notice who has the folder
 * alone: then `verify` names it as not vouched for, and with a ledger or a key it is noticed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveIfSmall, specJob, verifyRelease } from 'tacet/jobs'
import { LedgerFile, makeSigningKey } from 'tacet/ledger'
import { beforeAll, expect, test } from 'vitest'
import { FIRST_SPEND, sha256Text } from '../src/release/index.ts'
import { newSigningKey, readSigningKey, signatureOf } from '../src/release/signature.ts'
import { notVouchedFor } from '../src/verify/index.ts'
import { runFields, runSpec } from './support/jobs.ts'
import { homeWith, inCsv, type Tampering, withForgery } from './support/tampering.ts'

const PEOPLE = `town,sex,n\nalder,f,40\nalder,m,31\nb,f,25\nb,m,60\nc,f,18\nc,m,9\n`
const COMMON = `tacet: 1
title: People of three towns
about: { author: A. Steward, organisation: Statistics office, contact: desk@example.org }
source: { file: people.csv, count: n }
geography: { top: all, columns: [town] }
attributes: [{ name: sex, levels: [f, m] }]
workload: [{ query: total }, { query: sex }]
public: [{ name: everybody, level: all, exactly: data }]
`
const home = homeWith({
  'people.csv': PEOPLE,
  'measure.yaml': `${COMMON}privacy: { rho: 1/2, delta: 1e-6, ledger: measure.jsonl }\n`,
  'topdown.yaml': `${COMMON}privacy: { epsilon: 1, ledger: topdown.jsonl }\n`,
  'groups.csv': 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n',
  'model.lp': 'Maximize\n obj: 3 x + 2 y\nSubject To\n cap: x + y <= 1000\n public: x <= 800\nEnd\n',
  'records.csv': `age,sex\n${Array.from({ length: 24 }, (_, i) => `${20 + ((i * 7) % 30)},${i % 2 === 0 ? 'f' : 'm'}`).join('\n')}\n`,
  'places.csv': 'place,county,n\nA,c1,2\nB,c1,2\nC,c1,8\nD,c1,8\nE,c2,3\nF,c2,6\nG,c2,7\nH,c2,5\n',
  'counts.csv': 'g,r,n\nA,a,3\nA,b,4\nB,a,5\nB,b,3\nC,a,6\nC,b,9\n',
})
const at = (name: string): string => join(home, name)
const reason = { ledgerReason: 'a test' } as const
const keys: Record<string, string> = {}

beforeAll(async () => {
  const dataset = { measure: 'people.csv', topdown: 'people.csv', groups: 'groups.csv', decide: 'model.lp' }
  const make: Record<keyof typeof dataset, (out: string) => Promise<unknown>> = {
    measure: (out) => runSpec('measure', at('measure.yaml'), { ...reason, out: at(out) }),
    topdown: (out) => runSpec('topdown', at('topdown.yaml'), { ...reason, out: at(out) }),
    groups: (out) => {
      const groups = {
        levels: ['us', 'st'],
        size: 'size',
        largest: 4,
        mechanism: 'cumulative',
        publicGroups: 'total',
      } as const
      const privacy = { epsilon: 1, ledger: 'groups.jsonl' }
      const spec = { title: 'Little groups', source: { file: 'groups.csv' }, groups, privacy }
      return runFields('groups', specJob(spec, home), { ...reason, out: at(out) })
    },
    decide: (out) => {
      const decide = {
        model: 'model.lp',
        private: ['cap'],
        sensitivity: 1,
        floor: { cap: 10 },
        mechanism: 'truncated',
      } as const
      const spec = { title: 'A plan', decide, privacy: { epsilon: 1, delta: '1e-6', ledger: 'decide.jsonl' } }
      return runFields('decide', specJob(spec, home), { ...reason, out: at(out), format: 'csv' })
    },
  }
  for (const [kind, run] of Object.entries(make)) {
    // The first run begins the ledger, and is the other run that a forger takes figures from; the second is signed.
    await run(`${kind}-other`)
    keys[kind] = makeSigningKey(at(`${kind}.jsonl`)).key
    await run(kind)
  }
  const anonymize = { k: 3, quasiIdentifiers: ['age', 'sex'], others: 'publish' } as const
  await runFields('anonymize', specJob({ source: { file: 'records.csv' }, anonymize }, home), { out: at('anonymize') })
  const protect = {
    rows: ['place'],
    hierarchies: [{ of: 'place', columns: ['county'] }],
    rules: [{ kind: 'count', least: 4 }],
    published: 'none',
    steps: 0,
  } as const
  const places = { source: { file: 'places.csv', count: 'n' }, protect }
  await runFields('protect', specJob(places, home), { out: at('protect') })
  const audit = { rows: ['g'], columns: ['r'] }
  await runFields('audit', specJob({ source: { file: 'counts.csv', count: 'n' }, audit }, home), { out: at('audit') })
})

interface Look {
  /** The names of the checks that are wrong. */
  readonly wrong: readonly string[]
  readonly unvouched: string
}

async function look(folder: string, options: { readonly ledger?: string; readonly key?: string } = {}): Promise<Look> {
  const { manifest, checks } = await verifyRelease(folder, options)
  const vouched = options.ledger !== undefined || options.key !== undefined
  const again = vouched ? 'looked up' : await resolveIfSmall(folder, { beside: home })
  const all = typeof again === 'string' ? checks : [...checks, again]
  const { ledger, key } = options
  const notMadeAgain = typeof again === 'string' ? again : undefined
  return {
    wrong: all.filter(({ ok }) => !ok).map(({ name }) => name),
    unvouched: notVouchedFor({ manifest, ledger: ledger !== undefined, key: key !== undefined, notMadeAgain }).join(
      '\n',
    ),
  }
}

const said =
  // biome-ignore lint/suspicious/noExplicitAny: a forger may break any part of it.
    (change: (manifest: any) => void): Tampering =>
    ({ manifest }) =>
      change(manifest)
const replaced =
  (file: string, from: string | RegExp, to: string): Tampering =>
  ({ edit }) =>
    edit(file, (text) => text.replace(from, to))
const everywhere =
  (...texts: readonly (readonly [string, string])[]): Tampering =>
  (release) => {
    const rename = (text: string): string => texts.reduce((sum, [from, to]) => sum.replaceAll(from, to), text)
    const { folder, manifest } = release
    for (const { name } of manifest.outputs) {
      if (!/\.(csv|html|json)$/.test(name)) continue
      const path = join(folder, name)
      writeFileSync(path, rename(readFileSync(path, 'utf8')))
    }
    Object.assign(manifest, JSON.parse(rename(JSON.stringify(manifest))))
  }
/** A column of numbers, each made another. */
const column =
  (file: string, name: string, change: (value: number) => number): Tampering =>
  ({ edit }) =>
    edit(file, (text) => {
      const [head, ...lines] = text.trimEnd().split('\n')
      const place = head.split(',').indexOf(name)
      const rows = lines.map((line) => {
        const values = line.split(',')
        if (values[place] !== '') values[place] = String(change(Number(values[place])))
        return values.join(',')
      })
      return `${[head, ...rows].join('\n')}\n`
    })
const both =
  (...changes: readonly Tampering[]): Tampering =>
  (release) => {
    for (const change of changes) change(release)
  }
const half = (value: number): number => value / 2
/** The figures of the other run of the same spec, under this run's number. */
const otherRun =
  (kind: string): Tampering =>
  ({ folder, manifest }) => {
    const other = JSON.parse(readFileSync(join(at(`${kind}-other`), 'manifest.json'), 'utf8'))
    for (const { name } of manifest.outputs)
      writeFileSync(join(folder, name), readFileSync(join(at(`${kind}-other`), name)))
    const { runId, privacy } = manifest
    const { ledgerHead } = privacy
    Object.assign(manifest, other, { runId })
    manifest.privacy.ledgerHead = ledgerHead
  }
const evidence =
  (from: string, to: string): Tampering =>
  (release) =>
    release.last(() => replaced('evidence.json', from, to)(release))
/** What the manifest does not have: the report follows it. */
const undated = (from: string, to: string): Tampering => replaced('evidence.json', from, to)
const noSuch = 'Local differential privacy.'

/** kind, what is forged, how, and the check that notices; or, as a pattern, what is named as not vouched for. */
type Row = readonly [kind: string, what: string, change: Tampering, noticed: string | RegExp]

const CAUGHT: readonly Row[] = [
  ['measure', 'halved noise in the lines', column('measurements.csv', 'variance', (v) => v / 4), 'complete'],
  ['measure', 'a value', inCsv('measurements.csv', 4, 'value', (v) => String(Number(v) + 3)), 'measurements'],
  [
    'measure',
    'halved standard errors in the manifest',
    said((m) => {
      for (const q of m.result.queries) q.standardError /= 2
    }),
    'queries',
  ],
  [
    'measure',
    'a margin',
    said((m) => {
      m.result.queries[1].margin95 = 1
    }),
    'queries',
  ],
  [
    'measure',
    'a smaller loss',
    said((m) => {
      m.privacy.words = 'rho 1/10'
    }),
    'privacy',
  ],
  [
    'measure',
    'a smaller epsilon',
    said((m) => {
      m.privacy.epsilon = 0.1
    }),
    'privacy',
  ],
  [
    'measure',
    'nothing outside the guarantee',
    said((m) => {
      m.privacy.publishedExactly = []
    }),
    'published exactly',
  ],
  [
    'measure',
    'a statement of its own',
    said((m) => {
      m.privacy.statement = ['Nobody can be found.']
    }),
    'statement',
  ],
  [
    'measure',
    'another title than the spec asks for',
    said((m) => {
      m.title = 'People of four towns'
    }),
    'spec',
  ],
  [
    'measure',
    'a report with a smaller error',
    replaced('report.html', /(<td[^>]*>)(\d+\.\d+)(<\/td>)/, '$10.01$3'),
    'solved again',
  ],
  [
    'measure',
    'a report that says less of the loss',
    replaced('report.html', /(<dt>Privacy loss<\/dt><dd>)[^<]*/, '$1epsilon 0.1'),
    'solved again',
  ],
  [
    'measure',
    'a report with a paragraph more',
    replaced('report.html', '</main>', '<p>Approved.</p></main>'),
    'report',
  ],
  [
    'measure',
    'a remark in the report',
    replaced('report.html', '<h2 id="section-2">', '<p>No error.</p><h2 id="section-2">'),
    'solved again',
  ],
  ['topdown', 'halved standard errors of the answers', column('answers.csv', 'standard_error', half), 'solved again'],
  ['topdown', 'halved standard errors of the cells', column('cells.csv', 'standard_error', half), 'solved again'],
  [
    'topdown',
    'halved standard errors everywhere',
    both(
      column('answers.csv', 'standard_error', half),
      column('cells.csv', 'standard_error', half),
      said((m) => {
        for (const line of m.result.calibration.lines) line.simulated /= 2
      }),
    ),
    'solved again',
  ],
  ['topdown', 'no error at all', column('answers.csv', 'standard_error', () => 0), 'solved again'],
  ['topdown', 'a figure of the report', replaced('report.html', /(<td[^>]*>)(\d+)(<\/td>)/, '$1$27$3'), 'solved again'],
  ['topdown', 'a chart of the report', replaced('report.html', /<circle /, '<circle data-x="1" '), 'solved again'],
  [
    'topdown',
    'the report of nothing',
    replaced('report.html', /<section aria-labelledby="section-2">.*?<\/section>/s, ''),
    'solved again',
  ],
  ['topdown', 'a cell', inCsv('cells.csv', 2, 'count', (n) => String(Number(n) + 5)), 'children add up'],
  ['topdown', 'an answer', inCsv('answers.csv', 2, 'count', (n) => String(Number(n) + 5)), 'answers'],
  [
    'topdown',
    'a fact said to be tried',
    said((m) => {
      m.result.facts[0].mode = 'tried'
    }),
    'facts',
  ],
  [
    'topdown',
    'a check that was not kept',
    said((m) => {
      m.checks.childrenAddUp = false
    }),
    'stated checks',
  ],
  ['topdown', 'local privacy in the evidence', evidence('Pure differential privacy (epsilon).', noSuch), 'evidence'],
  [
    'topdown',
    'constant time in the evidence',
    evidence('How long a draw takes depends on its value; that is not hidden.', 'Draws take constant time.'),
    'evidence',
  ],
  [
    'topdown',
    'other randomness in the evidence',
    evidence('A 256-bit key from the operating system', 'A quantum key'),
    'evidence',
  ],
  ['topdown', 'other trust in the evidence', evidence('One curator holds', 'Nobody holds'), 'evidence'],
  ['topdown', 'an author in the evidence', evidence('A. Steward', 'B. Else'), 'evidence'],
  [
    'topdown',
    'a sign-off in the evidence',
    evidence('"signOff": "', '"signOff": "Approved by the board. '),
    'evidence',
  ],
  ['topdown', 'a file beside the others', ({ folder }) => writeFileSync(join(folder, 'notes.txt'), 'x'), 'files'],
  [
    'topdown',
    'a simulation that lost its stamp',
    said((m) => {
      m.privacy.ledger = null
    }),
    'stamp',
  ],
  [
    'groups',
    'halved standard errors',
    both(
      column('groups.csv', 'standard_error', half),
      said((m) => {
        for (const level of m.result.levels) level.standardError /= 2
      }),
    ),
    'solved again',
  ],
  ['groups', 'standard errors of the file alone', column('groups.csv', 'standard_error', half), 'figures'],
  [
    'groups',
    'a count moved from one size to another',
    both(
      inCsv('groups.csv', 1, 'count', (n) => String(Number(n) + 1)),
      inCsv('groups.csv', 2, 'count', (n) => String(Number(n) - 1)),
    ),
    'consistent',
  ],
  ['groups', 'a figure of the report', replaced('report.html', /(<td[^>]*>)(\d+)(<\/td>)/, '$1$27$3'), 'solved again'],
  [
    'groups',
    'another mechanism',
    said((m) => {
      m.result.asked = 'mh'
    }),
    'regions',
  ],
  [
    'decide',
    'smaller words',
    said((m) => {
      m.privacy.words = 'epsilon 1/10'
    }),
    'privacy',
  ],
  [
    'decide',
    'a statement of its own',
    said((m) => {
      m.privacy.statement = ['Nobody can be found.']
    }),
    'statement',
  ],
  [
    'decide',
    'a title',
    said((m) => {
      m.title = 'Another plan'
    }),
    'spec',
  ],
  [
    'anonymize',
    'a smaller k',
    said((m) => {
      m.result.k = 2
    }),
    'k-anonymous',
  ],
  [
    'anonymize',
    'differential privacy in the evidence',
    evidence('k-anonymity, by generalisation. It is not differential privacy.', noSuch),
    'evidence',
  ],
  ['protect', 'a withheld cell with a figure', replaced('table.csv', /^A,x$/m, 'A,2'), 'cells'],
  ['protect', 'a total', replaced('table.csv', /^(Total,)\d+/m, '$199'), 'sums'],
  ['protect', 'a figure withheld too', replaced('table.csv', /^G,7$/m, 'G,x'), 'cells'],
  ['protect', 'a line that is gone', replaced('table.csv', /^G,7\n/m, ''), 'manifest'],
  [
    'protect',
    'fewer cells withheld',
    said((m) => {
      m.result.withheld -= 1
    }),
    'cells',
  ],
  [
    'protect',
    'wider intervals than a reader can work out',
    said((m) => {
      m.result.intervals.median += 1
    }),
    'intervals',
  ],
  [
    'protect',
    'a rule in the spec',
    said((m) => {
      m.spec.text = m.spec.text.replace('"rows"', '"rules":[{"kind":"count","least":3}],"rows"')
    }),
    'rules',
  ],
  [
    'protect',
    'differential privacy in the statement',
    said((m) => {
      m.privacy.statement = ['This is differential privacy.']
    }),
    'statement',
  ],
  ['protect', 'differential privacy in the evidence', evidence('It is not differential privacy.', noSuch), 'evidence'],
  [
    'protect',
    'a report with a paragraph more',
    replaced('report.html', '</main>', '<p>Approved.</p></main>'),
    'report',
  ],
  ['protect', 'a file beside the others', ({ folder }) => writeFileSync(join(folder, 'rules.txt'), 'count 4'), 'files'],
  [
    'audit',
    'no stamp',
    said((m) => {
      m.stamp = null
    }),
    'stamp',
  ],
  ['audit', 'a report without its stamp', replaced('report.html', /<div class="stamp".*?<\/div>/s, ''), 'report'],
  [
    'audit',
    'no statement',
    said((m) => {
      m.privacy.statement = []
    }),
    'statement',
  ],
]

/** With the folder alone none of these can be told from a release: each is named, and the ledger and the key show it. */
const NAMED: readonly Row[] = [
  ['measure', 'the figures of another run', otherRun('measure'), /figures, for those of another run/],
  ['topdown', 'the figures of another run', otherRun('topdown'), /figures, for those of another run/],
  ['groups', 'the figures of another run', otherRun('groups'), /figures, for those of another run/],
  ['decide', 'the figures of another run', otherRun('decide'), /figures, for those of another run/],
  ['measure', 'another number of the run', everywhere(), /the run and its number/],
  ['measure', 'another date', undated('"date": "20', '"date": "19'), /the date and the software/],
  ['topdown', 'another date', undated('"date": "20', '"date": "19'), /the date and the software/],
  ['topdown', 'other software', undated('"node": "', '"node": "9'), /the date and the software/],
  ['topdown', 'a renamed region', everywhere(['alder', 'adler']), /names of regions/],
  [
    'topdown',
    'another title, in the spec too',
    everywhere(['People of three towns', 'People of the capital']),
    /spec, with title/,
  ],
  ['groups', 'another title, in the spec too', everywhere(['Little groups', 'Households']), /spec, with title/],
  ['topdown', 'another author, in the spec too', everywhere(['A. Steward', 'B. Else']), /author and contact/],
  [
    'decide',
    'the words of the report',
    replaced('report.html', '<h2 id="section-2">', '<p>Proved best.</p><h2 id="section-2">'),
    /words of the report/,
  ],
]

test.each(['measure', 'topdown', 'groups', 'decide'])(
  '%s as it was made is sound, with its ledger and its key',
  async (kind) => {
    const { wrong, unvouched } = await look(at(kind), { ledger: at(`${kind}.jsonl`), key: keys[kind] })
    expect(wrong).toEqual([])
    expect(unvouched).not.toMatch(/Nobody has vouched/)
  },
)

test.each(['anonymize', 'protect', 'audit'])('%s as it was made is sound, and nobody vouches for it', async (kind) => {
  expect(await look(at(kind))).toMatchObject({ wrong: [], unvouched: expect.stringMatching(/^Nobody has vouched/) })
})

test.each(CAUGHT)('%s: %s is noticed', async (kind, _, change, noticed) => {
  const { wrong } = await withForgery(at(kind), change, (folder) => look(folder))
  expect(wrong).toContain(noticed)
})

test.each(NAMED)(
  '%s: %s is named as not vouched for, and the ledger and the key show it',
  async (kind, what, change, named) => {
    const renumbered: Tampering = what.includes('number')
      ? said((m) => {
          m.runId = '00000000-0000-4000-8000-000000000000'
        })
      : () => {}
    await withForgery(at(kind), both(change, renumbered), async (folder) => {
      signAnew(folder)
      const alone = await look(folder)
      expect(alone.wrong).toEqual([])
      expect(alone.unvouched).toMatch(named)
      expect((await look(folder, { ledger: at(`${kind}.jsonl`) })).wrong).toContain('ledger')
      expect((await look(folder, { key: keys[kind] })).wrong).toEqual(['signature'])
    })
  },
)

/** Nothing was charged for a protected table, and nothing is signed. */
const NAMED_OF_PROTECT: Row = [
  'protect',
  'a figure that fits the sums',
  replaced('table.csv', /^G,7$/m, 'G,6'),
  /figures, for those of another run/,
]

test('protect: a figure that fits the sums is named as not vouched for, and the private part shows it', async () => {
  const [kind, , change, named] = NAMED_OF_PROTECT
  await withForgery(at(kind), change, async (folder) => {
    const { wrong, unvouched } = await look(folder)
    expect(wrong).toEqual([])
    expect(unvouched).toMatch(named)
    const { checks } = await verifyRelease(folder, { privatePart: `${at('protect')}.private.json` })
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain('private part')
  })
})

/** The forger signs too, with a key of their own. */
function signAnew(folder: string): void {
  const manifestSha256 = sha256Text(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const ledgerHead = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).privacy.ledgerHead
  const signature = signatureOf(readSigningKey(newSigningKey(), 'a key'), { manifestSha256, ledgerHead })
  writeFileSync(join(folder, 'signature.json'), JSON.stringify(signature))
}

test.each(['measure', 'topdown', 'groups', 'decide'])(
  '%s: the first spend in a ledger says so, and no other',
  async (kind) => {
    const read = (out: string, file: string): string => readFileSync(join(at(out), file), 'utf8')
    for (const [out, begun] of [
      [`${kind}-other`, true],
      [kind, false],
    ] as const) {
      expect(JSON.parse(read(out, 'manifest.json')).privacy.ledgerBegun === true).toBe(begun)
      for (const file of ['evidence.json', 'report.html']) expect(read(out, file).includes(FIRST_SPEND)).toBe(begun)
    }
    const silent = said((m) => void delete m.privacy.ledgerBegun)
    await withForgery(at(`${kind}-other`), silent, async (folder) => {
      const { checks } = await verifyRelease(folder, { ledger: at(`${kind}.jsonl`) })
      expect(checks.find(({ name }) => name === 'ledger')?.detail).toMatch(
        /the first spend in it, and the release does not say so/,
      )
    })
  },
)

test('a signature that was kept, over a manifest that was changed', async () => {
  const { wrong } = await withForgery(at('measure'), undated('"node": "', '"node": "9'), (folder) => look(folder))
  expect(wrong).toEqual(['signature'])
})

test('a key is readable by its owner alone, and is not made twice', () => {
  const again = makeSigningKey(at('measure.jsonl'))
  expect(again).toEqual({ key: keys.measure, made: false })
  expect(() => makeSigningKey(at('measure.jsonl'), at('elsewhere.key'))).toThrow(/has a key already/)
  const other = at('other.jsonl')
  const { key } = makeSigningKey(other, at('elsewhere.key'))
  expect(readFileSync(`${other}.key`, 'utf8')).toBe('key: elsewhere.key\n')
  expect(makeSigningKey(other)).toEqual({ key, made: false })
  expect(LedgerFile.existing(at('measure.jsonl')).sign({ manifestSha256: 'x', ledgerHead: null })?.key).toBe(
    keys.measure,
  )
})

test('docs/methods/forgeries.md lists them', async () => {
  const line = ([kind, what, , noticed]: Row): string =>
    `| ${kind} | ${what} | ${typeof noticed === 'string' ? `check "${noticed}"` : `named: ${noticed.source}`} |`
  const named = [...NAMED, NAMED_OF_PROTECT]
  expect(CAUGHT.length + named.length).toBeGreaterThanOrEqual(40)
  const page = `# Forged releases

Each line is a change that a test makes to a release, by somebody who has the whole folder and this program: fingerprints, evidence and report are made to fit again. ${CAUGHT.length} are noticed by a check of
\`tacet verify\` that has the folder alone ("solved again" is \`--resolve\`, done by itself where a release is small). ${named.length} agree in every part and cannot be told from a release: \`verify\` names what nobody has
vouched for, and the ledger and the signature show them (a protected table has neither: its private part does). Written by \`test/forgeries.test.ts\`.

| release | what is forged | noticed by |
| --- | --- | --- |
${[...CAUGHT, ...named].map(line).join('\n')}
`
  await expect(page).toMatchFileSnapshot('../docs/methods/forgeries.md')
})
