/** Plan, runs, releases, review, ledger, anonymity and decisions in a real browser, on the releases of the demo. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startStudio } from '../../src/server/index.ts'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet, testFolder } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { picture } from '../support/screenshots.ts'
import { BUILT_PAGE, type TestStudio, testStudio } from '../support/studio.ts'

const ANONYMIZE = (seconds: number): string => `tacet: 1
source: { file: records.csv }
anonymize: { k: 4, quasiIdentifiers: [age, income, town], others: drop, seconds: ${seconds} }
`
const MODEL = `minimize
 cost: 3 a + 2 b + 4 c
subject to
 demand: a + b + c >= 100
 capacity_a: a <= 80
 capacity_b: b <= 70
end
`
const DECIDE = `tacet: 1
decide: { model: transport.lp, private: ["capacity*"], sensitivity: 1, floor: { "capacity*": 0 } }
privacy: { epsilon: 1, delta: 1e-6 }
`

let studio: TestStudio
let folder: string

beforeAll(async () => {
  const made = testFolder()
  const demo = tacet(['demo', '--quiet'], made)
  expect(demo.code, demo.stderr).toBe(0)
  folder = join(made, 'demo')
  const lines = Array.from({ length: 600 }, (_, i) => `${(i * 37) % 80},${(i * 7919) % 9000},t${(i * 13) % 11}`)
  writeFileSync(join(folder, 'records.csv'), `age,income,town\n${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'records.yaml'), ANONYMIZE(3600))
  writeFileSync(join(folder, 'transport.lp'), MODEL)
  writeFileSync(join(folder, 'deliveries.yaml'), DECIDE)
  studio = await testStudio({ folder })
})

const open = (page: Page, view: string): Promise<void> => page.click(`nav >> text=${view}`)

async function openPlan(page: Page): Promise<void> {
  await open(page, 'Plan')
  await page.click('.file >> text=town.yaml')
  await page.waitForSelector('.figure')
}

testNeeding('chromium', 'a slider moves and the errors follow; the plan is saved with its comments', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await openPlan(page)
  const block = (): Promise<string | null> => page.textContent('tbody tr:last-child .figure >> nth=0')
  const before = await block()
  expect(before).toMatch(/^± 2[56]/)
  await page.focus('[aria-label="Privacy loss"]')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(block).not.toBe(before)
  expect(await page.textContent('h1')).toMatch(/right to within .* people, 19 times out of 20/)
  await page.focus('[aria-label="Share of block"]')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.click('text=Save into town.yaml')
  await expect.poll(() => page.textContent('aside.left [role=status]')).toBe('saved')
  const text = readFileSync(join(folder, 'town.yaml'), 'utf8')
  expect(text).toContain('# What is measured at each level')
  expect(text).toMatch(/block: "0.99"/)
  const planned = tacet(['plan', 'town.yaml', '--json'], folder)
  expect(planned.code, planned.stderr).toBe(0)
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'a rehearsal goes on when its tab is closed, spends nothing and is stamped', async () => {
  const ledger = readFileSync(join(folder, 'tacet-ledger.jsonl'), 'utf8')
  const first = await visit(studio.running.url)
  await openPlan(first.page)
  await first.page.click('.act >> text=Rehearse')
  await open(first.page, 'Runs')
  await first.page.waitForSelector('[data-run=rehearsal]')
  await first.page.close()
  const second = await visit(studio.running.url)
  await open(second.page, 'Runs')
  await second.page.waitForSelector('[data-run=rehearsal][data-state=done]', { timeout: 600_000 })
  await expectAccessible(second.page, 'runs')
  await picture(second.page, 'runs')
  expect(JSON.parse(readFileSync(join(folder, 'rehearsal', 'manifest.json'), 'utf8')).stamp).toBe('NOT PRIVATE')
  expect(readFileSync(join(folder, 'tacet-ledger.jsonl'), 'utf8')).toBe(ledger)
  expect(existsSync(join(folder, 'rehearsal.run.json'))).toBe(false)
})

testNeeding(
  'chromium',
  'a search is seen to improve, survives a restarted server, and ends when it will do',
  async () => {
    const before = await startStudio({ folder, pageFolder: BUILT_PAGE })
    const first = await visit(before.url)
    await open(first.page, 'Anonymise')
    await first.page.click('.act >> text=Run anonymize')
    await first.page.waitForSelector('.loss-chart')
    await picture(first.page, 'anonymity')
    await before.close()
    await expect.poll(() => first.page.textContent('.lost')).toContain('does not answer')
    const after = await startStudio({ folder, pageFolder: BUILT_PAGE })
    try {
      const second = await visit(after.url)
      await open(second.page, 'Anonymise')
      await second.page.click('text=Resume')
      await second.page.click('text=This will do')
      await second.page.waitForSelector('[data-run=anonymize-release][data-state=done]', { timeout: 600_000 })
      await second.page.waitForSelector('.before-after tbody tr')
      await expectAccessible(second.page, 'anonymity')
      expect(await second.page.textContent('h1')).toMatch(/^Each of 600 records is alike to at least 3 others/)
      expect(tacet(['verify', 'anonymize-release'], folder).code).toBe(0)
    } finally {
      await after.close()
    }
  },
)

testNeeding('chromium', 'a release is looked at, reviewed and approved; one that was changed cannot be', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Releases')
  await page.click('.file:has-text("release · topdown")')
  await expect.poll(() => page.textContent('h1')).toMatch(/right to within .* people/)
  await picture(page, 'releases')
  await page.click('[role=tab] >> text=Results')
  await page.waitForSelector('.results tbody tr')
  await page.click('[role=tab] >> text=Report')
  await expect.poll(() => page.frameLocator('iframe').locator('h1').textContent()).toContain('People of the town')
  await open(page, 'Review')
  await page.click('.file:has-text("release · topdown")')
  await page.waitForSelector('.verdict[data-release=release]')
  await expect.poll(() => page.textContent('h1'), { timeout: 60_000 }).toMatch(/^All \d+ checks passed/)
  await page.fill('input[autocomplete=name]', 'Ada')
  await page.fill('textarea', 'The errors are those of the plan.')
  await page.click('.act >> text=Approve')
  await expect.poll(() => page.textContent('.reviews')).toContain('approved by Ada')
  await picture(page, 'review')
  const [line] = readFileSync(join(folder, 'release.review.jsonl'), 'utf8').trim().split('\n')
  expect(JSON.parse(line)).toMatchObject({ decision: 'approved', reviewer: 'Ada', previous: null })
  writeFileSync(join(folder, 'release', 'regions.csv'), 'changed\n')
  await page.click('text=Check again')
  await expect.poll(() => page.textContent('h1'), { timeout: 60_000 }).toMatch(/checks? failed/)
  const refused = await studio.ask('/api/releases/review', {
    path: 'release',
    decision: 'approved',
    reviewer: 'Eve',
    reason: 'in a hurry',
    ledger: null,
  })
  expect(refused.status).toBe(409)
  expect(complaints).toEqual([])
})

test('a review file that was tampered with is noticed', async () => {
  const path = join(folder, 'audit.review.jsonl')
  const decide = (reason: string): Promise<{ status: number }> =>
    studio.ask('/api/releases/review', { path: 'audit', decision: 'returned', reviewer: 'Ada', reason, ledger: null })
  expect((await decide('merge two levels')).status).toBe(200)
  expect((await decide('still too fine')).status).toBe(200)
  writeFileSync(path, readFileSync(path, 'utf8').replace('merge two levels', 'nothing to change'))
  expect((await studio.ask('/api/releases/read', { path: 'audit' })).status).toBe(422)
  expect((await decide('once more')).status).toBe(422)
})

testNeeding('chromium', 'the ledger and a decision are shown', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Ledger')
  await expect.poll(() => page.textContent('h1')).toContain('epsilon 2 was spent')
  await picture(page, 'ledger')
  await expectAccessible(page, 'ledger')
  await open(page, 'Decide')
  await expect.poll(() => page.textContent('h1'), { timeout: 60_000 }).toContain('No constraint is ever broken')
  await picture(page, 'decisions')
  await expectAccessible(page, 'decisions')
  expect(complaints).toEqual([])
})

for (const [name, look] of [
  ['light', {}],
  ['dark', { scheme: 'dark' }],
  ['narrow', { width: 360, height: 780 }],
] as const)
  testNeeding('chromium', `axe finds no fault in data, plan, releases and review, ${name}`, async () => {
    const { page } = await visit(studio.running.url, look)
    await open(page, 'Data')
    await page.click('.file >> text=people.parquet')
    await page.waitForSelector('.described')
    await expectAccessible(page, `data ${name}`)
    await openPlan(page)
    await picture(page, `plan-${name}`)
    await expectAccessible(page, `plan ${name}`)
    await open(page, 'Releases')
    await page.waitForSelector('[role=tab]')
    await expectAccessible(page, `releases ${name}`)
    await open(page, 'Review')
    await page.waitForSelector('.checks li, h1:has-text("damaged")')
    await expectAccessible(page, `review ${name}`)
    await expectNoSideways(page, name)
  })

test('the first view is below 250 kB, compressed, and asks for nothing from elsewhere', () => {
  const page = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name]) => name)
  const worker = readdirSync(join(BUILT_PAGE, 'assets')).find((name) => name.startsWith('engine.worker'))
  const files = ['index.html', ...named, `assets/${worker}`]
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT_PAGE, name))).length, 0)
  expect(bytes).toBeLessThan(250_000)
  expect(named.filter((name) => name.startsWith('http'))).toEqual([])
})
