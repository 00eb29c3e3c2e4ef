/** Plan, runs, releases, review, ledger, anonymity and decisions in a real browser, on the releases of the demo. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { startStudio } from '../../src/server/index.ts'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet, testFolder } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { picture } from '../support/screenshots.ts'
import { BUILT_PAGE, type TestStudio, testStudio } from '../support/studio.ts'
import { expectPrints, open, openPlan, VIEWS } from '../support/studio-views.ts'

const ANONYMIZE = (seconds: number): string => `tacet: 1
source: { file: records.csv }
anonymize: { k: 4, quasiIdentifiers: [age, income, town], others: drop, seconds: ${seconds} }
`
const SECTORS = ['baking', 'brewing', 'mills', 'steel', 'tools', 'toys']
const PROTECT = `tacet: 1
source: { file: shops.csv }
protect: { rows: [sector], columns: [region], rules: [{ kind: count, least: 3 }] }
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
  const shops = Array.from(
    { length: 60 },
    (_, i) =>
      `${SECTORS[Math.floor(Math.sqrt((i * 17) % 29))]},${['north', 'south', 'west'][(i * 7 + Math.floor(i / 5)) % 3]}`,
  )
  writeFileSync(join(folder, 'shops.csv'), `sector,region\n${shops.join('\n')}\n`)
  writeFileSync(join(folder, 'shops.yaml'), PROTECT)
  writeFileSync(join(folder, 'transport.lp'), MODEL)
  writeFileSync(join(folder, 'deliveries.yaml'), DECIDE)
  studio = await testStudio({ folder })
})

testNeeding('chromium', 'a slider moves and the errors follow; the plan is saved with its comments', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await openPlan(page)
  const block = (): Promise<string | null> => page.textContent('tbody tr:last-child .figure >> nth=0')
  const before = await block()
  expect(before).toMatch(/^± 2[56]/)
  const asked = tacet(['plan', 'town.yaml', '--json'], folder)
  const { errors } = JSON.parse(asked.stdout).topdown as { errors: readonly { standardError: number }[] }
  const stated = errors.map(({ standardError: se }) => (se === 0 ? 'public' : `s.e. ${Number(se.toPrecision(4))}`))
  await expect.poll(() => page.locator('.figure small').allTextContents()).toEqual(stated)
  await page.setViewportSize({ width: 1280, height: 800 })
  const hidden = (): Promise<number> =>
    page.locator('.table-scroll:has(.plan-grid)').evaluate((one) => one.scrollWidth - one.clientWidth)
  await expect.poll(hidden).toBe(0)
  await page.focus('[aria-label="Privacy loss"]')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(block).not.toBe(before)
  await expect.poll(() => page.textContent('h1')).toMatch(/right to within .* people, 19 times out of 20/)
  await page.focus('[aria-label="Share of block"]')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.click('text=Save into town.yaml')
  await expect.poll(() => page.textContent('aside.left [role=status]')).toBe('saved')
  const text = readFileSync(join(folder, 'town.yaml'), 'utf8')
  expect(text).toContain('# What is measured at each level')
  expect(text).toMatch(/block: 0.99/)
  const planned = tacet(['plan', 'town.yaml', '--json'], folder)
  expect(planned.code, planned.stderr).toBe(0)
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'public facts are proved to fit; two plans stand side by side', async () => {
  const finer = readFileSync(join(folder, 'town.yaml'), 'utf8').replace(/epsilon: "?[\d.]+"?/, 'epsilon: 40')
  writeFileSync(join(folder, 'finer.yaml'), finer)
  const { page, complaints } = await visit(studio.running.url)
  await openPlan(page)
  await page.waitForSelector('[data-facts="1"]')
  const facts = await page.textContent('[data-facts="1"]')
  expect(facts).toContain('publishes 1 true count, outside the guarantee')
  expect(facts).toContain('Proved complete')
  await page.click('text=Compare with finer.yaml')
  await page.waitForSelector('[data-other="finer.yaml"]')
  const lines = await page.locator('.plan-comparison tbody tr').allTextContents()
  expect(lines).toHaveLength(2 + 4 * 4)
  expect(lines[0]).toMatch(/^privacy lossepsilon .+epsilon 40$/)
  expect(lines.at(-1)).toMatch(/wider$/)
  await page.click('text=Stop comparing')
  await page.focus('[aria-label="Privacy loss"]')
  await page.keyboard.press('ArrowRight')
  await page.click('text=Compare with the plan as saved')
  await page.waitForSelector('[data-other="town.yaml as saved"]')
  await expect.poll(() => page.locator('.plan-comparison .ok-text').count()).toBeGreaterThan(10)
  await expectAccessible(page, 'two plans')
  expect(complaints).toEqual([])
})

testNeeding(
  'chromium',
  'public facts are typed: conflicts are named at once, and only what fits is saved',
  async () => {
    const before = readFileSync(join(folder, 'town.yaml'), 'utf8')
    const { page, complaints } = await visit(studio.running.url)
    await openPlan(page)
    await page.waitForSelector('[data-facts="1"]')
    await page.click('[data-facts] >> text=Edit')
    const editor = page.locator('[aria-label="Public facts, as the spec has them"]')
    const save = page.locator('[data-facts] >> text=Save the facts')
    const saved = await editor.inputValue()
    const women = '- { name: few women, where: { sex: [female] }, level: town, atMost: 3 }\n'
    await editor.fill(`${saved}${women}- { name: many women, where: { sex: [female] }, level: block, atLeast: 4 }\n`)
    await page.waitForSelector('[data-facts="fault"]')
    await expect
      .poll(() => page.textContent('[data-facts] .fault'))
      .toMatch(/contradict each other.*"few women".*"many women"/)
    expect(await save.isDisabled()).toBe(true)
    await editor.fill(`${saved}- { name: few women, where: { sex: [female`)
    await expect.poll(() => page.textContent('[data-facts] .fault')).toMatch(/not valid YAML/)
    expect(readFileSync(join(folder, 'town.yaml'), 'utf8')).toBe(before)
    await editor.fill(`${saved}- { name: some women, where: { sex: [female] }, level: town, atLeast: 1 }\n`)
    await page.waitForSelector('[data-facts="2"]')
    await expectAccessible(page, 'facts being edited')
    await save.click()
    await page.waitForSelector('[data-facts] >> text=Edit')
    const text = readFileSync(join(folder, 'town.yaml'), 'utf8')
    expect(text).toContain('some women')
    expect(text).toContain('# What is measured at each level')
    writeFileSync(join(folder, 'town.yaml'), before)
    // The browser notes every refusal.
    expect(complaints.filter((words) => !words.includes('422'))).toEqual([])
  },
)

testNeeding('chromium', 'a rehearsal goes on when its tab is closed, spends nothing and is stamped', async () => {
  const ledger = readFileSync(join(folder, 'tacet-ledger.jsonl'), 'utf8')
  const first = await visit(studio.running.url)
  await openPlan(first.page)
  await first.page.click('.act >> text=Rehearse')
  await first.page.waitForSelector('[data-view=plan] aside.right [data-run=rehearsal]')
  await open(first.page, 'Runs')
  await first.page.waitForSelector('[data-run=rehearsal]')
  await first.page.close()
  const second = await visit(studio.running.url)
  await open(second.page, 'Runs')
  await second.page.waitForSelector('[data-run=rehearsal][data-state=done]', { timeout: 600_000 })
  await expectAccessible(second.page, 'runs')
  expect(JSON.parse(readFileSync(join(folder, 'rehearsal', 'manifest.json'), 'utf8')).stamp).toBe('NOT PRIVATE')
  expect(readFileSync(join(folder, 'tacet-ledger.jsonl'), 'utf8')).toBe(ledger)
  expect(existsSync(join(folder, 'rehearsal.run.json'))).toBe(false)
  await second.page.click('[data-run=rehearsal] >> text=See the release')
  await second.page.waitForSelector('[data-view=releases] .file.chosen:has-text("rehearsal · topdown")')
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
      await expect
        .poll(() => second.page.textContent('h1'))
        .toMatch(/^Each of 600 records is alike to at least 3 others/)
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
  await page.waitForSelector('.size-errors tbody tr')
  await expect.poll(() => page.textContent('.failsafe[data-acted="0"]')).toContain('Nowhere')
  await page.click('[role=tab] >> text=Places')
  await page.waitForSelector('.places[data-level=ward] tbody tr')
  await expect.poll(() => page.locator('.place-map path').count()).toBe(30)
  const wards = await page.locator('.place-table tbody tr').allTextContents()
  expect(wards).toHaveLength(30)
  await page.click('text=How wrong it may be')
  await page.waitForSelector('.place-map[data-shown=error]')
  await expectAccessible(page, 'places')
  await page.selectOption('.places select >> nth=0', 'block')
  await page.waitForSelector('.places[data-level=block] tbody tr')
  await expect.poll(() => page.locator('.place-table tbody tr').count()).toBe(360)
  await expect.poll(() => page.locator('.place-map').count()).toBe(0)
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

test('the ledger of a release is the one that names its run, whatever else lies in the folder', async () => {
  writeFileSync(join(folder, 'a-ledger.jsonl'), '{}\n')
  const { draws, ledger } = JSON.parse((await studio.ask('/api/releases/read', { path: 'release' })).text)
  expect(draws).toBe(true)
  expect(ledger).toBe('tacet-ledger.jsonl')
  expect(JSON.parse((await studio.ask('/api/releases/read', { path: 'audit' })).text)).toMatchObject({
    draws: false,
    ledger: null,
  })
  rmSync(join(folder, 'a-ledger.jsonl'))
})

test('places are the answers of the release; boundaries outside the folder are not read', async () => {
  const lines = readFileSync(join(folder, 'release', 'answers.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const expected = lines.filter(([level, , query]) => level === 'ward' && query === 'total')
  const figure = { query: 'total', answer: '' }
  const read = async (path: string) =>
    JSON.parse((await studio.ask('/api/releases/places', { path, level: 'ward', figure })).text)
  const { places, map, figures } = await read('release')
  const byName = (a: readonly string[], b: readonly string[]): number => (a[0] < b[0] ? -1 : 1)
  expect(
    places
      .map((place: { region: string; count: number; standardError: number }) => [
        place.region,
        String(place.count),
        place.standardError,
      ])
      .sort(byName),
  ).toEqual(expected.map((line) => [line[1], line[7], Number(line[8])]).sort(byName as never))
  expect(map.areas).toHaveLength(30)
  expect(figures.length).toBe(1 + 14 + 8)

  cpSync(join(folder, 'release'), join(folder, 'moved'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'moved', 'manifest.json'), 'utf8'))
  const outside = join(folder, '..', 'outside.geojson')
  cpSync(join(folder, 'wards.geojson'), outside)
  manifest.spec.text = manifest.spec.text.replace('wards.geojson', '../outside.geojson')
  manifest.result.failsafe = [
    { level: 'ward', region: 'Docks/ward 2', distance: 12, least: 12, totalKept: true, factsKept: true, kept: ['sex'] },
  ]
  writeFileSync(join(folder, 'moved', 'manifest.json'), JSON.stringify(manifest))
  expect((await read('moved')).map).toBeNull()
})

testNeeding('chromium', 'the places at which the failsafe acted are named', async () => {
  const { page } = await visit(studio.running.url)
  await open(page, 'Releases')
  await page.click('.file:has-text("moved · topdown")')
  await page.waitForSelector('.failsafe[data-acted="1"]')
  await expect
    .poll(() => page.textContent('.failsafe tbody tr'))
    .toBe('wardDocks/ward 212 (at least 12)its total, its facts, sex')
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
  await expectAccessible(page, 'ledger')
  await open(page, 'Decide')
  await expect.poll(() => page.textContent('h1'), { timeout: 60_000 }).toContain('No constraint is ever broken')
  await expectAccessible(page, 'decisions')
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'roles are proposed, corrected and saved; the command line runs them', async () => {
  const extract = join(folder, 'visits-extract.yaml')
  const lines = Array.from({ length: 60 }, (_, i) => `p${i},${20 + (i % 3)},2024-0${1 + (i % 9)}-01,t${i % 2}`)
  writeFileSync(join(folder, 'visits.csv'), `patient_id,age,admitted,town\n${lines.join('\n')}\n`)
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Data')
  await page.click('.file >> text=visits.csv')
  await page.waitForSelector('[data-column=patient_id]')
  const role = (name: string): Promise<string> => page.inputValue(`[aria-label="Role of ${name}"]`)
  expect(await Promise.all(['patient_id', 'age'].map(role))).toEqual(['identifier', 'quasi-identifier'])
  await expect.poll(() => page.textContent('[data-column=admitted] .levels-text')).toBe('2024-01-01 to 2024-09-01')
  await page.selectOption('[aria-label="Role of admitted"]', 'plain')
  await expect.poll(() => page.textContent('[data-column=admitted] .role-cell')).toContain('proposed: ')
  await page.click('text=Anonymise the records')
  await page.click('text=Save the roles')
  await page.waitForSelector('.file.chosen >> text=visits-extract.yaml')
  expect(readFileSync(extract, 'utf8')).toMatch(/patient_id: identifier\n[\s\S]*admitted: plain\n/)
  writeFileSync(extract, readFileSync(extract, 'utf8').replace('k: 5', 'k: 5\n  steps: 20'))
  const run = tacet(['anonymize', 'visits-extract.yaml', '--out', 'visits'], folder)
  expect(run.code, run.stderr).toBe(0)
  expect(readFileSync(join(folder, 'visits', 'anonymized.csv'), 'utf8')).toMatch(/^age,admitted,town/)

  const { page: later } = await visit(studio.running.url)
  await open(later, 'Anonymise')
  await later.click('.file >> text=visits-extract.yaml')
  await later.waitForSelector('.file.chosen >> text=visits-extract.yaml')
  await expect.poll(() => later.inputValue('[aria-label="Role of admitted"]')).toBe('plain')
  await later.selectOption('[aria-label="Role of admitted"]', 'identifier')
  await later.click('text=Save into visits-extract.yaml')
  await expect.poll(() => readFileSync(extract, 'utf8')).toContain('admitted: identifier')
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'a spec opens from the files in the view that it is for', async () => {
  const { page, complaints } = await visit(studio.running.url)
  for (const [spec, view] of [
    ['town.yaml', 'plan'],
    ['deliveries.yaml', 'decisions'],
    ['visits-extract.yaml', 'anonymity'],
  ]) {
    await open(page, 'Data')
    await page.click(`.file >> text=${spec}`)
    await page.waitForSelector(`.studio[data-view=${view}] .file.chosen >> text=${spec}`)
  }
  expect(complaints).toEqual([])
})

for (const [name, look] of [
  ['light', {}],
  ['dark', { scheme: 'dark' }],
  ['narrow', { width: 360, height: 780 }],
] as const)
  testNeeding(
    'chromium',
    `axe finds no fault in any view, ${name}${name === 'light' ? '; each prints on paper' : ''}`,
    async () => {
      const { page, complaints } = await visit(studio.running.url, look)
      for (const [view, show] of VIEWS) {
        await show(page)
        await picture(page, `${view}-${name}`)
        await expectAccessible(page, `${view} ${name}`, name === 'dark' ? ['color-contrast'] : undefined)
        await expectNoSideways(page, `${view} ${name}`)
        if (name === 'light') await expectPrints(page, view)
      }
      expect(complaints).toEqual([])
    },
  )

test('the first view is below 250 kB, compressed, and asks for nothing from elsewhere', () => {
  const page = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name]) => name)
  const worker = readdirSync(join(BUILT_PAGE, 'assets')).find((name) => name.startsWith('engine.worker'))
  const files = ['index.html', ...named, `assets/${worker}`]
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT_PAGE, name))).length, 0)
  expect(bytes).toBeLessThan(250_000)
  expect(named.filter((name) => name.startsWith('http'))).toEqual([])
})
