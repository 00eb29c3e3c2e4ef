/** The anonymity view in a real browser: the levels of columns seen and edited, then run by the command line; loss by column, risk before and after. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { picture } from '../support/screenshots.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'

const SPEC = `tacet: 1
source: { file: records.csv }
roles: { age: quasi-identifier, town: quasi-identifier, illness: plain }
# kept
anonymize: { k: 4, steps: 20, nodes: true }
`
const TOWNS = ['Aldon', 'Brack', 'Corve', 'Dunmore']
let studio: TestStudio

beforeAll(async () => {
  studio = await testStudio()
  const lines = Array.from({ length: 90 }, (_, i) => `${18 + ((i * 37) % 60)},${TOWNS[(i * 13) % 4]},i${i % 5}`)
  writeFileSync(join(studio.folder, 'records.csv'), `age,town,illness\n${lines.join('\n')}\n`)
  writeFileSync(join(studio.folder, 'records.yaml'), SPEC)
})

/** The menus that cut off what they say. */
function narrowerThanTheirText(menus: Element[]): string[] {
  return menus.flatMap((menu) => {
    const free = menu.cloneNode(true) as HTMLElement
    free.style.cssText = 'position: absolute; width: max-content; max-width: none'
    menu.after(free)
    const isCut = menu.getBoundingClientRect().width < free.getBoundingClientRect().width - 1
    free.remove()
    return isCut ? [menu.outerHTML.slice(0, 120)] : []
  })
}

testNeeding('chromium', 'levels of columns are edited, saved, and run by the command line', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await page.click('nav >> text=Anonymise')
  await page.click('[aria-label="Levels of age"]')
  await page.selectOption('[aria-label="How age is coarsened"]', 'interval')
  await page.fill('.draft-fields input >> nth=0', '15')
  await page.fill('.draft-fields input >> nth=1', '0')
  await expect.poll(() => page.textContent('.hierarchy .field-fault')).toContain('the width must be above 0')
  await page.fill('.draft-fields input >> nth=1', '5')
  await page.fill('.draft-fields input >> nth=2', '2, 3')
  await expect.poll(() => page.locator('.level-table tbody tr').count()).toBe(4)
  await expect.poll(() => page.textContent('.level-table tbody tr:nth-child(2)')).toContain('[15, 25) · [25, 35)')
  await page.click('text=Save the levels')
  const spec = (): string => readFileSync(join(studio.folder, 'records.yaml'), 'utf8')
  await expect.poll(spec).toMatch(/interval: ?\[ ?15, 5, 2, 3/)

  await page.click('[aria-label="Levels of town"]')
  await page.selectOption('[aria-label="How town is coarsened"]', 'tree')
  await expect.poll(() => page.textContent('.hierarchy .field-fault')).toContain('has a hole')
  for (const [i, town] of TOWNS.entries())
    await page.fill(`[aria-label="Level 1 of ${town}"]`, i < 2 ? 'north' : 'south')
  await expect.poll(() => page.locator('.hierarchy .field-fault').count()).toBe(0)
  await page.click('text=Save the levels')
  await expect.poll(spec).toContain('records.town.tree.csv')
  expect(spec()).toContain('# kept')
  expect(readFileSync(join(studio.folder, 'records.town.tree.csv'), 'utf8')).toBe(
    'town,level 1\nAldon,north\nBrack,north\nCorve,south\nDunmore,south\n',
  )
  await page.waitForSelector('.hierarchy .primary[data-disabled]') // what is shown is what is saved
  await expect.poll(() => page.inputValue('[aria-label="Level 1 of Corve"]')).toBe('south')
  await expectAccessible(page, 'levels')
  await picture(page, 'levels')

  const flags = ['--qi', 'age', '--k', '2', '--others', 'drop', '--steps', '20']
  const other = tacet(['anonymize', 'records.csv', ...flags, '--out', 'by-flags'], studio.folder)
  expect(other.code, other.stderr).toBe(0)
  await page.click('.hierarchy >> text=Close')
  await page.waitForSelector('[data-other-release=by-flags]') // it is not passed off as what this spec gives
  await expect.poll(() => page.locator('[data-table=loss]').count()).toBe(0)
  const run = tacet(['anonymize', 'records.yaml', '--out', 'extract'], studio.folder)
  expect(run.code, run.stderr).toBe(0)
  expect(readFileSync(join(studio.folder, 'extract', 'anonymized.csv'), 'utf8')).toMatch(/\[\d+, \d+\)/)
  await page.waitForSelector('[data-table=loss] tbody tr')
  await expect.poll(() => page.locator('[data-table=loss] tbody tr').count()).toBe(2)
  const { result } = JSON.parse(readFileSync(join(studio.folder, 'extract', 'manifest.json'), 'utf8'))
  expect(Object.keys(result.lossBy)).toEqual(['age', 'town'])
  const risks = await page.locator('[data-table=risk] tbody tr').allTextContents()
  expect(risks[0]).toMatch(/at most[\d.]+ %[\d.]+ %$/)
  expect(result.risk.after.prosecutor).toBe(1 / result.smallestClass)
  await expectAccessible(page, 'loss and risk')
  await picture(page, 'anonymity-done')
  const dark = await visit(studio.running.url, { scheme: 'dark', width: 360, height: 780 })
  await dark.page.click('nav >> text=Anonymise')
  await dark.page.click('[aria-label="Levels of town"]')
  await dark.page.waitForSelector('[data-table=loss] tbody tr')
  await expectAccessible(dark.page, 'levels, dark')
  await expectNoSideways(dark.page, 'levels, narrow')

  const evidence = join(studio.folder, 'copied', 'evidence.json')
  cpSync(join(studio.folder, 'extract'), join(studio.folder, 'copied'), { recursive: true })
  writeFileSync(evidence, readFileSync(evidence, 'utf8').replace(/"date": "[\d-]+"/, '"date": "2020-02-03"'))
  await page.click('nav >> text=Releases')
  await expect.poll(() => page.textContent('.file:has-text("copied")')).toContain('3 Feb 2020')
  await page.click('nav >> text=Data')
  const data = (): Promise<string[]> => page.locator('aside.left section >> nth=0 >> .chip-name').allTextContents()
  await expect.poll(data).toEqual(['records.csv', 'records.town.tree.csv'])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.click('nav >> text=Anonymise')
  await page.waitForSelector('.role-list li')
  const narrow = (): Promise<string[]> => page.locator('.role-list select').evaluateAll(narrowerThanTheirText)
  await expect.poll(narrow).toEqual([])
  await expect.poll(() => page.getAttribute('.role-list li > span', 'title')).toBe('age')
  expect([...complaints, ...dark.complaints]).toEqual([])
})
