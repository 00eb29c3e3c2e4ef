/** From a file to a plan in a real browser: what is written is taken by the command line; views without anything to show lead on. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'
import { open } from '../support/studio-views.ts'

let studio: TestStudio
const read = (name: string): string => readFileSync(join(studio.folder, name), 'utf8')

beforeAll(async () => {
  studio = await testStudio()
})

function writePeople(): void {
  const lines = Array.from({ length: 900 }, (_, i) => {
    const household = i >> 1
    return [household, `w${household % 6}`, `d${household % 2}`, (i * 37) % 90, 'fm'[i % 2], `o${i % 3}`].join()
  })
  writeFileSync(join(studio.folder, 'people.csv'), `household,ward,district,age,sex,origin\n${lines.join('\n')}\n`)
}

testNeeding('chromium', 'a view without anything to show says what it would show, and leads on', async () => {
  for (const look of [{}, { scheme: 'dark' as const }, { width: 360, height: 740 }]) {
    const { page, complaints } = await visit(studio.running.url, look)
    for (const view of ['Plan', 'Anonymise', 'Decide', 'Runs', 'Releases', 'Review', 'Ledger']) {
      await open(page, view)
      await page.waitForSelector('[data-empty] .empty-steps button')
      await expectAccessible(page, `empty ${view}`)
      await expectNoSideways(page, `empty ${view}`)
    }
    await open(page, 'Plan')
    await page.click('.empty-steps >> text=Plan a private release')
    await page.waitForSelector('h1:has-text("There are no data in")')
    expect(complaints).toEqual([])
  }
})

testNeeding('chromium', 'a plan is begun from a file, with places put in order and columns left out', async () => {
  writePeople()
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Anonymise')
  await page.click('.empty-steps >> text=Anonymise records')
  await page.click('.file >> text=people.csv')
  await page.waitForSelector('.roles-form')
  await page.click('text=Plan a private release')
  const places = (): Promise<string[]> => page.locator('.place-order li > span').allTextContents()
  expect([...(await places())].sort()).toEqual(['district', 'ward'])
  if ((await places())[0] === 'ward') await page.click('[aria-label="Put district before ward"]')
  await expect.poll(places).toEqual(['district', 'ward'])
  await page.selectOption('[aria-label="Use of origin"]', 'unused')
  await expectAccessible(page, 'the form of a plan')
  await page.click('text=Write the plan and open it')
  await page.waitForSelector('.file.chosen >> text=people-plan.yaml')
  await page.waitForSelector('.figure')
  await expect.poll(() => page.textContent('.where-name')).toContain('people-plan.yaml')
  const spec = read('people-plan.yaml')
  expect(spec).toContain('columns: ["district", "ward"]')
  expect(spec).toContain('# CHECK: these levels were read off the data. Listing them makes them public')
  expect(spec).toMatch(/name: "age"\n {4}bins:/)
  expect(spec).not.toContain('origin')
  const planned = tacet(['plan', 'people-plan.yaml'], studio.folder)
  expect(planned.code, planned.stderr).toBe(0)
  await open(page, 'Data')
  await expect.poll(() => page.textContent('.where-name')).toMatch(/people\.csv$/)
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'groups by size are begun from a file; a spec that is there is not written over', async () => {
  writePeople()
  writeFileSync(join(studio.folder, 'mine.yaml'), 'tacet: 1\n')
  const { page } = await visit(studio.running.url, { width: 360, height: 740 })
  await open(page, 'Data')
  await page.click('.file >> text=people.csv')
  await page.click('text=Count groups by size')
  await page.waitForSelector('.make-form')
  await expectAccessible(page, 'the form of groups')
  await expectNoSideways(page, 'the form of groups')
  const name = page.locator('.make-write input')
  const proposed = await name.inputValue()
  expect(proposed).toBe('people-groups.yaml')
  await name.fill('mine.yaml')
  await page.click('text=Write the plan and open it')
  await expect.poll(() => page.textContent('.make-form [role=alert]')).toContain('is not written over')
  expect(read('mine.yaml')).toBe('tacet: 1\n')
  rmSync(join(studio.folder, 'mine.yaml')) // it says too little to be a spec
  await name.fill(proposed)
  await page.click('text=Write the plan and open it')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/plan')
  expect(read(proposed)).toMatch(/unit: "household"[^\n]*\n {2}largest: 10/)
  const planned = tacet(['plan', proposed], studio.folder)
  expect(planned.code, planned.stderr).toBe(0)
})

testNeeding('chromium', 'an example of a decision is written, planned and shown', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Decide')
  await page.click('.empty-steps >> text=Write an example')
  await expect.poll(() => page.textContent('h1'), { timeout: 60_000 }).toContain('No constraint is ever broken')
  await expect.poll(() => page.textContent('.where-name')).toContain('beds-example.yaml')
  const run = tacet(['decide', 'beds-example.yaml', '--out', 'beds', '--quiet'], studio.folder)
  expect(run.code, run.stderr).toBe(0)
  expect(complaints).toEqual([])
})

test('a starter spec is refused for columns that are not there, and for files outside the folder', async () => {
  writePeople()
  const start = (change: object) =>
    studio.ask('/api/start/spec', {
      path: 'new.yaml',
      file: 'people.csv',
      for: 'topdown',
      places: [],
      attributes: [],
      count: null,
      ...change,
    })
  expect((await start({ places: ['nowhere'] })).text).toContain('has no column')
  expect((await start({ file: '../people.csv' })).status).toBe(422)
  expect((await start({ path: '../new.yaml' })).status).toBe(422)
  expect((await start({ path: 'new.sh' })).status).toBe(422)
  expect((await start({ for: 'groups', places: ['ward'], group: { size: 'age' } })).text).toContain(
    'does not hold sizes',
  )
})
