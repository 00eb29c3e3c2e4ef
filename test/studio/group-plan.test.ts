/** A plan of group sizes in a real browser: opened, moved, saved, rehearsed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'
import { expectPrints, open } from '../support/studio-views.ts'

const SPEC = `tacet: 1
source: { file: homes.csv }
# Sizes of households.
groups: { levels: [county, tract], size: persons, largest: 8 }
privacy: { epsilon: 1 } # for all levels
`
const PEOPLE = `tacet: 1
source: { file: homes.csv }
geography: { top: all, columns: [county] }
attributes: [{ name: persons, range: [1, 6] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: persons }]
`

const LINKED = `${PEOPLE}units:
  source: { file: homes.csv }
  attributes: [{ name: persons, range: [1, 6] }]
  privacy: { epsilon: 2 } # of the homes
  workload: [{ query: total }]
`

let studio: TestStudio

beforeAll(async () => {
  studio = await testStudio()
  const homes = Array.from({ length: 240 }, (_, i) => `c${Math.floor((i % 12) / 4)},t${i % 12},${1 + (i % 6)}`)
  writeFileSync(join(studio.folder, 'homes.csv'), `county,tract,persons\n${homes.join('\n')}\n`)
  writeFileSync(join(studio.folder, 'households.yaml'), SPEC)
  writeFileSync(join(studio.folder, 'people.yaml'), PEOPLE)
  writeFileSync(join(studio.folder, 'linked.yaml'), LINKED)
})

const stated = (): readonly { predictedError: number }[] => {
  const { code, stdout, stderr } = tacet(['plan', 'households.yaml', '--json'], studio.folder)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout).groups.levels
}

testNeeding('chromium', 'group sizes are planned beside counts by place; what is moved is saved', async () => {
  const { page, complaints } = await visit(studio.running.url)
  const errors = async (): Promise<readonly number[]> =>
    (await page.locator('[data-error]').evaluateAll((all) => all.map((one) => one.getAttribute('data-error')))).map(
      Number,
    )
  await open(page, 'Plan')
  await page.click('.file >> text=people.yaml')
  await page.waitForSelector('.figure')
  await page.click('.file >> text=households.yaml')
  await page.waitForSelector('.group-grid')
  await expect.poll(errors).toEqual(stated().map(({ predictedError }) => predictedError))
  await expect
    .poll(() => page.textContent('h1'))
    .toMatch(/^A tract's count of groups of one size, where it is large, will be right to within .* groups, about 19/)
  await expect.poll(() => page.textContent('aside.left')).toContain('the number of groupsoutside the guarantee')
  const [, , before] = await errors()
  await page.focus('[aria-label="Share of tract"]')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await errors())[2]).toBeLessThan(before)
  await page.focus('[aria-label="Privacy loss"]')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.textContent('.loss-figure')).toBe('1.2')
  await page.click('text=Undo')
  await expect.poll(() => page.textContent('.loss-figure')).toBe('1')
  await page.selectOption('[aria-label=Mechanism]', 'mh-dp')
  await expect.poll(() => page.textContent('aside.left')).toContain('Measures the count of every size; then the best')
  expect(await page.locator('aside.right .act[disabled]').count()).toBe(2)
  expect(readFileSync(join(studio.folder, 'households.yaml'), 'utf8')).toBe(SPEC)
  await expectAccessible(page, 'group plan')
  await page.click('text=Save into households.yaml')
  await expect.poll(() => page.textContent('aside.left [role=status]')).toBe('saved')
  const text = readFileSync(join(studio.folder, 'households.yaml'), 'utf8')
  expect(text).toContain('# Sizes of households.')
  expect(text).toContain('mechanism: mh-dp')
  expect(text).toMatch(/tract: 0.34/)
  expect(text).toMatch(/epsilon: 1\b/)
  await expect.poll(errors).toEqual(stated().map(({ predictedError }) => predictedError))
  await expectPrints(page, 'group plan')
  await page.click('.act >> text=Rehearse')
  await open(page, 'Runs')
  await page.waitForSelector('[data-run=rehearsal][data-state=done]', { timeout: 120_000 })
  expect(JSON.parse(readFileSync(join(studio.folder, 'rehearsal', 'manifest.json'), 'utf8')).stamp).toBe('NOT PRIVATE')
  expect(complaints).toEqual([])
})

testNeeding(
  'chromium',
  'a mechanism that the spec does not allow is refused at once; nothing runs off a narrow screen',
  async () => {
    writeFileSync(join(studio.folder, 'households.yaml'), SPEC.replace('largest: 8', 'largest: 8, rounding: counts'))
    const { page, complaints } = await visit(studio.running.url, { width: 360, height: 780 })
    await open(page, 'Plan')
    await page.click('.file >> text=households.yaml')
    await page.waitForSelector('.group-grid')
    await expectNoSideways(page, 'group plan')
    await page.selectOption('[aria-label=Mechanism]', 'topdown')
    await expect.poll(() => page.textContent('aside.left .fault')).toMatch(/rounding/)
    expect(await page.locator('text=Save into households.yaml').isDisabled()).toBe(true)
    await expectAccessible(page, 'group plan, refused')
    // The browser notes every refusal.
    expect(complaints.filter((words) => !words.includes('422'))).toEqual([])
  },
)

testNeeding(
  'chromium',
  'two plans of group sizes stand side by side: as kept, as saved, or of another spec',
  async () => {
    writeFileSync(join(studio.folder, 'households.yaml'), SPEC)
    const finer = SPEC.replace('epsilon: 1', 'epsilon: 4')
      .replace('[county, tract]', '[tract]')
      .replace('largest: 8', 'largest: 9')
    writeFileSync(join(studio.folder, 'finer.yaml'), finer)
    const { page, complaints } = await visit(studio.running.url)
    await open(page, 'Plan')
    await page.click('.file >> text=households.yaml')
    await page.click('text=Compare with finer.yaml')
    await page.waitForSelector('[data-other="finer.yaml"]')
    const lines = (): Promise<string[]> => page.locator('.plan-comparison tbody tr').allTextContents()
    const [loss, mechanism, largest, figures, all, county, tract] = await lines()
    expect([loss, mechanism]).toEqual(['privacy lossepsilon 1epsilon 4', 'mechanismcumulativecumulativethe same'])
    expect([largest, figures]).toEqual(['largest size89', 'figures128117'])
    expect([all, tract].map((line) => /wider$/.test(line))).toEqual([true, true])
    expect(county).toMatch(/^county± [\d.]+not in it$/)
    await expectAccessible(page, 'two group plans')
    await expectPrints(page, 'two group plans')
    writeFileSync(join(studio.folder, 'finer.yaml'), finer.replace('epsilon: 4', 'epsilon: 1/2'))
    await expect.poll(async () => (await lines())[0]).toBe('privacy lossepsilon 1epsilon 0.5')
    await page.click('text=Stop comparing')
    await page.focus('[aria-label="Privacy loss"]')
    await page.keyboard.press('ArrowRight')
    await page.click('text=Compare with the plan as saved')
    await page.waitForSelector('[data-other="households.yaml as saved"]')
    await expect.poll(() => page.locator('.plan-comparison .ok-text').count()).toBe(3)
    await page.click('text=Back to the other plan')
    await expect.poll(() => page.textContent('.loss-figure')).toBe('1')
    await page.click('text=Stop comparing')
    await page.click('text=Keep this plan to compare')
    await page.setViewportSize({ width: 360, height: 780 })
    await page.waitForSelector('[data-other="the kept plan"]')
    await expectNoSideways(page, 'two group plans')
    expect(complaints).toEqual([])
  },
)

testNeeding('chromium', 'people and units are planned apart and saved together', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await open(page, 'Plan')
  await page.click('.file >> text=linked.yaml')
  await page.click('text=Counts of units')
  await expect
    .poll(() => page.textContent('h1'))
    .toMatch(/^A county's total will be right to within .* units, 19 times/)
  const planned = tacet(['plan', 'linked.yaml', '--json'], studio.folder)
  const { errors } = JSON.parse(planned.stdout).topdown as {
    errors: readonly { level: string; query: string; standardError: number }[]
  }
  const stated = errors.filter(({ query }) => query === 'units: total')
  expect(stated).toHaveLength(2)
  await expect
    .poll(() => page.locator('.figure small').allTextContents())
    .toEqual(stated.map(({ standardError }) => `s.e. ${Number(standardError.toPrecision(4))}`))
  await page.focus('[aria-label="Privacy loss"]')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.textContent('.loss-figure')).toBe('2.5')
  await page.click('text=Counts of people')
  await expect.poll(() => page.textContent('.loss-figure')).toBe('1')
  await expectAccessible(page, 'people and units')
  await page.click('text=Save into linked.yaml')
  await expect.poll(() => page.textContent('aside.left [role=status]')).toBe('saved')
  // The writer of YAML puts spaces inside brackets.
  const text = readFileSync(join(studio.folder, 'linked.yaml'), 'utf8').replace(/(?<=\[) | (?=\])/g, '')
  expect(text).toBe(LINKED.replace('{ epsilon: 2 }', '{ epsilon: 2.5 }'))
  expect(complaints).toEqual([])
})
