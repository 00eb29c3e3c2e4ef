/** The view of a table that is to be published, in a real browser: rules that are moved, marks, sentences, and the run that follows. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet, testFolder } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { testStudio } from '../support/studio.ts'
import { expectPrints, open } from '../support/studio-views.ts'

const folder = testFolder()
const BRANCHES: Readonly<Record<string, string>> = {
  baking: 'food',
  brewing: 'food',
  mills: 'food',
  steel: 'metal',
  tools: 'metal',
}
const sectors = Object.keys(BRANCHES)
const lines = Array.from({ length: 70 }, (_, i) => {
  const sector = sectors[Math.min(4, Math.floor(Math.sqrt((i * 17) % 29)))]
  const region = ['north', 'south', 'west'][(i * 7 + Math.floor(i / 5)) % 3]
  return `${BRANCHES[sector]},${sector},${region},f${i},${((i * 7919) % 97) ** 2 + 1}`
})
writeFileSync(join(folder, 'firms.csv'), `branch,sector,region,firm,turnover\n${lines.join('\n')}\n`)
writeFileSync(
  join(folder, 'turnover.yaml'),
  `tacet: 1
source: { file: firms.csv }
protect:
  rows: [sector]
  columns: [region]
  hierarchies: [{ of: sector, columns: [branch] }]
  value: turnover
  contributor: firm
  rules: [{ kind: count, least: 3 }, { kind: p, percent: 30 }]
`,
)

/** An answer takes a tenth of a second; a page that gives none is told so before long. */
const SOON = { timeout: 30_000 }
const pattern = (page: Page): Promise<string | null> => page.getAttribute('[data-pattern]', 'data-pattern')

testNeeding(
  'chromium',
  'rules are moved and the marks follow; a cell says why, what is known, what publishing it takes',
  async () => {
    const studio = await testStudio({ folder })
    const { page, complaints } = await visit(studio.running.url)
    await open(page, 'Protect')
    await page.waitForSelector('.protect-grid tbody tr')
    // What is sensitive is what the command says.
    const planned = JSON.parse(tacet(['plan', 'turnover.yaml', '--json'], folder).stdout).protect
    expect(planned.preview).toBeUndefined()
    const [sensitive, secondary] = ((await pattern(page)) ?? '').split(' ').map(Number)
    expect(sensitive).toBe(planned.sensitive)
    expect(await page.locator('.protect-grid [data-mark=sensitive]').count()).toBe(sensitive)
    expect(await page.locator('.protect-grid [data-mark=protecting]').count()).toBe(secondary)
    await page.focus('[aria-label="p % rule"]')
    const before = await pattern(page)
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => pattern(page), SOON).not.toBe(before)
    await page.focus('[aria-label="Least contributors"]')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.protect-grid [data-mark=protecting]').count(), SOON).toBeGreaterThan(0)
    await page.click('.protect-grid [data-mark=sensitive] button >> nth=0')
    const words = (title: string): Promise<string | null> =>
      page.textContent(`aside.right section:has-text("${title}") .why`)
    expect(await words('Why')).toMatch(/^It is withheld because (it has fewer than|others come within)/)
    expect(await words('What a reader knows')).toMatch(/^From the sums a reader knows that it is (from|at least)/)
    await page.click('.protect-grid [data-mark=protecting] button >> nth=0')
    expect(await words('Why')).toMatch(
      /^It tells nothing of anybody itself\. It is withheld so that nobody can work out \(/,
    )
    await page.click('text=What would publishing it take?')
    await page.waitForSelector('[data-showing], aside.right :text("It cannot be published")')
    await expectAccessible(page, 'protect')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'protect in the dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expectPrints(page, 'protect')
    const published = page.locator('.protect-grid [data-mark=published] button').first()
    const name = await published.getAttribute('aria-label')
    await published.click()
    await page.click('aside.right >> text=Withhold it')
    const cell = (name ?? '').split(':')[0]
    await page.waitForSelector(`.protect-grid [data-mark=sensitive] button[aria-label^="${cell}:"]`)
    await page.click('text=Leave it to the rules')
    await expect
      .poll(() => page.locator(`.protect-grid [data-mark=sensitive] button[aria-label^="${cell}:"]`).count())
      .toBe(0)
    await page.setViewportSize({ width: 700, height: 900 })
    await expectNoSideways(page, 'protect, narrow')
    expect(complaints).toEqual([])
  },
)

testNeeding('chromium', 'the table is protected from the page, and the release holds', async () => {
  const studio = await testStudio({ folder })
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Protect')
  await page.waitForSelector('.protect-grid tbody tr')
  await page.click('.act >> text=Run protect')
  await page.waitForSelector('[data-run=protect-release][data-state=done]', { timeout: 600_000 })
  expect(readFileSync(join(folder, 'protect-release', 'table.csv'), 'utf8')).toMatch(/,x$/m)
  expect(tacet(['verify', 'protect-release', '--private-part', 'protect-release.private.json'], folder).code).toBe(0)
  expect(complaints).toEqual([])
})
