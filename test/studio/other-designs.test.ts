/** Other designs of a table, chosen one after the other. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { visit } from '../support/browser.ts'
import { testNeeding } from '../support/needs.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'

let studio: TestStudio

beforeAll(async () => {
  studio = await testStudio()
  writeFileSync(join(studio.folder, 'visits.csv'), visitsCsv())
})

/** Visits to wards, with a rare diagnosis or two. */
function visitsCsv(): string {
  const lines = Array.from({ length: 2800 }, (_, i) => {
    const scattered = Math.imul(i + 1, 2654435761) >>> 0
    const diagnosis = ['I10', 'E11', 'J45', 'F32', 'K21', 'C50', 'B20'][
      Math.min((scattered >>> 5) % 7, (scattered >>> 11) % 7)
    ]
    return `w${scattered % 5},${(scattered >>> 3) % 2 === 0 ? 'F' : 'M'},${diagnosis}`
  })
  return `ward,sex,diagnosis\n${lines.join('\n')}\n`
}

testNeeding(
  'chromium',
  'designs are chosen one after the other; one that two searches offer keeps its place',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await page.click('nav >> text=Data')
    await page.click('.file >> text=visits.csv')
    await page.click('text=Audit a table of 3 variables')
    for (const i of [0, 1, 0]) {
      await page.waitForSelector('.frontier:not(.stale) .design')
      const before = await page.textContent('[data-figure=Table]')
      await page.locator('.design').nth(i).click()
      await expect.poll(() => page.textContent('[data-figure=Table]')).not.toBe(before)
    }
    expect(await page.locator('[data-fault=view]').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

testNeeding(
  'chromium',
  'what would help is searched for in the form that is published, and holds when it is pressed',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await page.click('nav >> text=Data')
    await page.click('.file >> text=visits.csv')
    await page.click('text=Audit a table of 3 variables')
    await page.waitForSelector('.frontier:not(.stale) .design')
    await page.click('[aria-label="Published as"] >> text=Counts')
    await expect.poll(() => page.textContent('h1')).toMatch(/counts? below 5 stands? in this table/)
    await page.waitForSelector('.frontier:not(.stale) .design.safe')
    await page.click('.act.primary:has-text("No small count known any more")')
    await expect.poll(() => page.textContent('h1')).toMatch(/^No count below 5 can be worked out/)
    expect(complaints).toEqual([])
  },
)
