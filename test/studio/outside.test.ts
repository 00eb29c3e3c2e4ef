/** Files that are changed, added and removed outside while the page is open: every view shows them, and nothing that was typed is lost. */
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { expectAccessible, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'
import { open } from '../support/studio-views.ts'

const PLAN = `tacet: 1
source: { file: homes.csv }
geography: { top: all, columns: [county] }
attributes: [{ name: persons, range: [1, 6] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: persons }]
`
const GROUPS = `tacet: 1
source: { file: homes.csv }
groups: { levels: [county], size: persons, largest: 8 }
privacy: { epsilon: 1 }
`
const EXTRACT = `tacet: 1
source: { file: records.csv }
roles: { age: quasi-identifier, town: quasi-identifier }
anonymize: { k: 4, steps: 20 }
`
const MODEL = `minimize
 cost: 3 a + 2 b + 4 c
subject to
 demand: a + b + c >= 100
 capacity_a: a <= 80
end
`
const DECIDE = `tacet: 1
decide: { model: beds.lp, private: ["capacity*"], sensitivity: 1, floor: { "capacity*": 0 } }
privacy: { epsilon: 1, delta: 1e-6 }
`

let studio: TestStudio

const at = (name: string): string => join(studio.folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

/** As editors save: a new file in the place of the old one. */
function replace(name: string, text: string): void {
  writeFileSync(at(`${name}~`), text)
  renameSync(at(`${name}~`), at(name))
}

const homes = (counties: number): string =>
  `county,persons\n${Array.from({ length: 240 }, (_, i) => `c${i % counties},${1 + (i % 6)}`).join('\n')}\n`

const records = (ages: number): string =>
  `age,town\n${Array.from({ length: 60 }, (_, i) => `${20 + (i % ages)},t${i % 3}`).join('\n')}\n`

function release(out: string, epsilon: string): void {
  replace('plan.yaml', PLAN.replace('epsilon: 1', `epsilon: ${epsilon}`))
  const made = tacet(['topdown', 'plan.yaml', '--out', out], studio.folder)
  expect(made.code, made.stderr).toBe(0)
}

beforeAll(async () => {
  studio = await testStudio()
  const files = { 'homes.csv': homes(3), 'records.csv': records(9), 'plan.yaml': PLAN, 'sizes.yaml': GROUPS }
  const others = { 'extract.yaml': EXTRACT, 'beds.lp': MODEL, 'beds.yaml': DECIDE }
  for (const [name, text] of Object.entries({ ...files, ...others })) writeFileSync(at(name), text)
})

const notice = (page: Page): Promise<string | null> => page.textContent('.changed-outside')

testNeeding('chromium', 'a file under Data is described again; what was corrected stays', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Data')
  await page.click('.file >> text=records.csv')
  await page.selectOption('[aria-label="Role of town"]', 'plain')
  await page.selectOption('[aria-label="Use of town"]', 'unused')
  replace(
    'records.csv',
    records(9)
      .replace('age,town', 'age,town,home')
      .replaceAll(/(t\d)$/gm, '$1,h'),
  )
  await page.waitForSelector('[data-column=home]')
  expect(await page.inputValue('[aria-label="Role of town"]')).toBe('plain')
  expect(await page.inputValue('[aria-label="Use of town"]')).toBe('unused')
  replace('records.csv', records(8))
  await expect.poll(() => page.locator('[data-column=home]').count()).toBe(0)
  await expect.poll(() => page.textContent('[data-column=age]')).toContain('26, 27')
  writeFileSync(at('new.csv'), 'a,b\n1,2\n')
  await page.waitForSelector('.file >> text=new.csv')
  rmSync(at('new.csv'))
  await expect.poll(() => page.locator('.file >> text=new.csv').count()).toBe(0)
  rmSync(at('records.csv'))
  await expect.poll(() => page.textContent('main .fault')).toMatch(/no "records.csv".*read before/)
  expect(await page.inputValue('[aria-label="Role of town"]')).toBe('plain')
  writeFileSync(at('records.csv'), records(9))
  await expect.poll(() => page.locator('main .fault').count()).toBe(0)
  expect(complaints.filter((words) => !words.includes('422'))).toEqual([])
})

testNeeding('chromium', 'the table of an audit is counted again; a design that was changed is kept', async () => {
  const { page } = await visit(studio.running.url)
  await open(page, 'Data')
  await page.click('.file >> text=homes.csv')
  await page.click('text=Audit a table')
  await expect.poll(() => page.textContent('[data-figure=Table]')).toMatch(/^(3 × 6|6 × 3)/)
  replace('homes.csv', homes(4))
  await expect.poll(() => page.textContent('[data-figure=Table]')).toMatch(/^(4 × 6|6 × 4)/)
  await page.click('.segment >> text=Counts')
  await expect.poll(() => page.textContent('h1')).toContain('from this table')
  replace('homes.csv', homes(3))
  await page.click('text=Changed outside: read it again')
  await expect.poll(() => page.textContent('[data-figure=Table]')).toMatch(/^(3 × 6|6 × 3)/)
})

for (const [kind, spec, text, grid] of [
  ['counts by place', 'plan.yaml', PLAN, '.figure'],
  ['group sizes', 'sizes.yaml', GROUPS, '.group-grid'],
] as const)
  testNeeding('chromium', `a plan of ${kind} follows its spec and its data; what was moved is never lost`, async () => {
    const { page, complaints } = await visit(studio.running.url)
    const loss = (): Promise<string | null> => page.textContent('.loss-figure')
    await open(page, 'Plan')
    await page.click(`.file >> text=${spec}`)
    await page.waitForSelector(grid)
    replace(spec, text.replace('epsilon: 1', 'epsilon: 2'))
    await expect.poll(loss).toBe('2')
    replace('homes.csv', homes(5))
    await expect.poll(() => page.textContent('main tbody tr:last-child th')).toContain('5 places')

    await page.focus('[aria-label="Share of county"]')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.textContent('aside.left [role=status]')).toContain('changed')
    replace('homes.csv', homes(3)) // data alone take nothing away
    await expect.poll(() => page.textContent('main tbody tr:last-child th')).toContain('3 places')
    await expect.poll(() => page.textContent('main tbody tr:last-child output')).toBe('51 %')
    expect(await page.locator('.changed-outside').count()).toBe(0)

    replace(spec, text.replace('epsilon: 1', 'epsilon: 3'))
    await expect.poll(() => notice(page)).toContain(`${spec} was changed outside`)
    await expect.poll(loss).toBe('2')
    await expectAccessible(page, `${kind}, changed outside`)
    await page.click('text=Keep my changes')
    await expect.poll(loss).toBe('3')
    await expect.poll(() => page.textContent('main tbody tr:last-child output')).toBe('51 %')
    expect(await page.locator('.changed-outside').count()).toBe(0)
    replace(spec, text.replace('epsilon: 1', 'epsilon: 4'))
    await page.click('text=Discard mine')
    await expect.poll(loss).toBe('4')
    await expect.poll(() => page.textContent('main tbody tr:last-child output')).toBe('50 %')

    await page.focus('[aria-label="Share of county"]')
    await page.keyboard.press('ArrowRight')
    rmSync(at(spec))
    await expect.poll(() => notice(page)).toContain(`${spec} was removed outside`)
    await page.click('text=Put it back')
    await expect.poll(() => read(spec)).toContain('epsilon: 4')
    await page.click(`text=Save into ${spec}`)
    await expect.poll(() => page.textContent('aside.left [role=status]')).toBe('saved')
    expect(read(spec)).toMatch(/county: 0.51/)
    replace(spec, text)
    await expect.poll(loss).toBe('1')
    expect(complaints.filter((words) => !words.includes('422'))).toEqual([])
  })

testNeeding('chromium', 'public facts that are being typed outlast a change of the file', async () => {
  const { page } = await visit(studio.running.url)
  await open(page, 'Plan')
  await page.click('.file >> text=plan.yaml')
  await page.waitForSelector('[data-facts="0"]')
  await page.click('[data-facts] >> text=Edit')
  const editor = page.locator('[aria-label="Public facts, as the spec has them"]')
  const typed = '- { name: people, query: total, level: all, exactly: data }\n'
  await editor.fill(typed)
  replace('plan.yaml', PLAN.replace('epsilon: 1', 'epsilon: 2'))
  await expect.poll(() => page.textContent('.loss-figure')).toBe('2')
  expect(await editor.inputValue()).toBe(typed)
  expect(await page.locator('.changed-outside').count()).toBe(0) // the facts of the file are as they were
  replace('plan.yaml', `${PLAN}public: [{ name: all, query: total, level: all, atLeast: 1 }]\n`)
  await expect.poll(() => notice(page)).toContain('was changed outside')
  expect(await editor.inputValue()).toBe(typed)
  await page.click('.facts-editor >> text=Keep my changes')
  await page.click('text=Save the facts')
  await expect.poll(() => read('plan.yaml')).toContain('exactly: data')
  await expect.poll(() => page.locator('.figure small').allTextContents()).toContain('public')
  replace('plan.yaml', PLAN)
})

testNeeding('chromium', 'roles and levels that are being edited outlast a change of the file', async () => {
  const { page } = await visit(studio.running.url)
  await open(page, 'Anonymise')
  await page.waitForSelector('.role-list li')
  const k = page.locator('.narrow-input')
  replace('extract.yaml', EXTRACT.replace('k: 4', 'k: 6'))
  await expect.poll(() => k.inputValue()).toBe('6')
  await k.fill('9')
  replace('extract.yaml', EXTRACT.replace('k: 4', 'k: 7'))
  await expect.poll(() => notice(page)).toContain('extract.yaml was changed outside')
  expect(await k.inputValue()).toBe('9')
  replace('extract.yaml', 'tacet: 1\nsource: {') // half written
  await expect.poll(() => page.textContent('[data-roles] .fault')).toContain('read before')
  expect(await k.inputValue()).toBe('9')
  replace('extract.yaml', EXTRACT.replace('k: 4', 'k: 8'))
  await expect.poll(() => page.locator('[data-roles] .fault').count()).toBe(0)
  await page.click('text=Keep my changes')
  await page.click('text=Save into extract.yaml')
  await expect.poll(() => read('extract.yaml')).toContain('k: 9')
  await expect.poll(() => page.locator('.changed-outside').count()).toBe(0)

  await page.click('[aria-label="Levels of age"]')
  await page.selectOption('[aria-label="How age is coarsened"]', 'interval')
  await page.fill('.draft-fields input >> nth=1', '7')
  replace('extract.yaml', EXTRACT.replace('k: 4', 'k: 4, hierarchies: { age: { interval: [0, 5] } }'))
  await expect.poll(() => notice(page)).toContain('was changed outside')
  expect(await page.inputValue('.draft-fields input >> nth=1')).toBe('7')
  await page.click('text=Discard mine')
  await expect.poll(() => page.inputValue('.draft-fields input >> nth=1')).toBe('5')
  replace('extract.yaml', EXTRACT)
})

testNeeding('chromium', 'a decision follows its spec and its model', async () => {
  const { page } = await visit(studio.running.url)
  await open(page, 'Decide')
  await page.waitForSelector('.shift-curve')
  await expect.poll(() => page.locator('main .list-table').first().locator('tbody tr').count()).toBe(1)
  replace('beds.lp', MODEL.replace('end', ' capacity_b: b <= 70\nend'))
  await expect.poll(() => page.locator('main .list-table').first().locator('tbody tr').count()).toBe(2)
  const before = await page.textContent('h1')
  replace('beds.yaml', DECIDE.replace('epsilon: 1', 'epsilon: 5'))
  await expect.poll(() => page.textContent('h1')).not.toBe(before)
  rmSync(at('beds.yaml'))
  await expect.poll(() => page.textContent('main .fault')).toContain('not in the folder any more')
  writeFileSync(at('beds.yaml'), DECIDE)
  await expect.poll(() => page.textContent('h1')).toBe(before)
})

testNeeding('chromium', 'releases, reviews and ledgers follow their files', async () => {
  release('first', '1')
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Ledger')
  await expect.poll(() => page.textContent('h1')).toContain('epsilon 1 was spent')
  await open(page, 'Releases')
  await expect.poll(() => page.textContent('aside.right .why')).toContain('epsilon 1')
  await page.click('[role=tab] >> text=Results')
  await page.waitForSelector('.results tbody tr')
  release('second', '2')
  await page.waitForSelector('.file >> text=second · topdown')
  rmSync(at('first'), { recursive: true })
  await expect.poll(() => page.textContent('main h1')).toBe('first is not in the folder any more.')
  await expectAccessible(page, 'a release that is gone')
  renameSync(at('second'), at('first'))
  await expect.poll(() => page.textContent('aside.right .why')).toContain('epsilon 2')
  await open(page, 'Ledger')
  await expect.poll(() => page.textContent('h1')).toContain('epsilon 3 was spent')

  await open(page, 'Review')
  await expect.poll(() => page.textContent('h1')).toMatch(/^All \d+ checks passed/)
  await page.fill('input[autocomplete=name]', 'Ada')
  await page.fill('textarea', 'I have begun to')
  cpSync(at('first'), at('kept'), { recursive: true })
  writeFileSync(at('first/regions.csv'), 'changed\n')
  await expect.poll(() => page.textContent('h1')).toMatch(/checks? failed/)
  expect(await page.inputValue('textarea')).toBe('I have begun to')
  rmSync(at('first'), { recursive: true })
  await expect.poll(() => page.textContent('main h1')).toBe('first is not in the folder any more.')
  renameSync(at('kept'), at('first'))
  await expect.poll(() => page.textContent('h1')).toMatch(/^All \d+ checks passed/)
  expect(await page.inputValue('textarea')).toBe('I have begun to')
  const other = { path: 'first', decision: 'returned', reviewer: 'Eve', reason: 'name the towns', ledger: null }
  expect((await studio.ask('/api/releases/review', other)).status).toBe(200)
  await expect.poll(() => page.textContent('.reviews')).toContain('returned by Eve')
  await open(page, 'Releases')
  await expect.poll(() => page.textContent('aside.right')).toContain('returned by Eve')
  expect(complaints.filter((words) => !words.includes('422'))).toEqual([])
})
