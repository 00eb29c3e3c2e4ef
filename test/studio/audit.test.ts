/** The audit view in a real browser: by mouse, by keyboard alone, saved, changed outside, in two tabs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { expectAccessible, expectNoSideways, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { picture } from '../support/screenshots.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'
import { adultCsv, figuresFor, isAdult, TABLE_13 } from '../support/studio-data.ts'

const csv = adultCsv()
const ALL = ['X1_age', 'X2_employment', 'X3_education', 'X4_marital', 'X5_race', 'X6_sex']
let studio: TestStudio

beforeAll(async () => {
  studio = await testStudio()
  writeFileSync(join(studio.folder, 'adult.csv'), csv)
})

async function openAdult(page: Page): Promise<void> {
  await page.click('nav >> text=Data')
  await page.click('.file >> text=adult.csv')
  await page.click('text=Audit a table of 8 variables')
  await page.waitForSelector('.grid-cell')
}

/** The figures as they stand on the page, in the order of Table 13. */
async function figures(page: Page): Promise<number[]> {
  const read = async (name: string): Promise<string> =>
    (await page.textContent(`.pane[data-slot=first] [data-figure="${name}"]`)) ?? ''
  const number = (text: string): number => Number(text.replaceAll(',', ''))
  const [rows, columns] = (await read('Table')).split('×').map((text) => number(text.trim()))
  const rest = await Promise.all(['Zero rows', 'Unit rows', 'Rows known', 'Zero cells'].map(read))
  const verdict = (await page.textContent('.pane[data-slot=first] h1')) ?? ''
  return [rows, columns, ...rest.map(number), Number(/^([\d,]+) counts? below/.exec(verdict)?.[1] ?? 0)]
}

async function expectFigures(page: Page, expected: readonly number[]): Promise<void> {
  await expect.poll(() => figures(page), { timeout: 60_000 }).toEqual(expected)
}

/** Drags a chip by keyboard: Enter takes it, Tab goes from place to place, Enter drops it. What a key does is waited for. */
async function dragByKeyboard(page: Page, name: string, zone: string): Promise<void> {
  const grip = page.locator(`[aria-label="Drag ${name}"]`)
  const focused = () =>
    page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const at = document.activeElement
      return {
        label: at?.getAttribute('aria-label'),
        zone: at?.closest('[data-zone]')?.getAttribute('data-zone'),
      }
    })
  await page.waitForSelector('[role=menu]', { state: 'detached' })
  await expect
    .poll(async () => {
      await grip.focus() // a menu that has closed may still give the focus back to where it was
      return (await focused()).label
    })
    .toBe(`Drag ${name}`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.chip[data-dragging]')
  await expect.poll(async () => (await focused()).label).not.toBe(`Drag ${name}`)
  for (let tabs = 0; (await focused()).zone !== zone; tabs++) {
    expect(tabs).toBeLessThan(30)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

/** Drags a chip by its grip into a zone. */
async function drag(page: Page, name: string, zone: string): Promise<void> {
  await page
    .locator(`.chip:has-text("${name}")`)
    .dragTo(page.locator(`[data-zone=${zone}]`), { targetPosition: { x: 120, y: 4 } })
}

testNeeding('chromium', 'dragging variables gives the first three lines of Table 13', async () => {
  const { page, asked, complaints } = await visit(studio.running.url)
  await openAdult(page)
  const [first, second, third] = [
    figuresFor(csv, [...ALL, 'X7_hours'], ['X8_salary']),
    figuresFor(csv, ALL, ['X7_hours', 'X8_salary']),
    figuresFor(csv, ALL.slice(1), ['X7_hours', 'X8_salary']),
  ]
  if (isAdult) expect([first, second, third]).toEqual(TABLE_13)
  await expectFigures(page, second)
  await drag(page, 'X7_hours', 'rows')
  await expectFigures(page, first)
  await page.keyboard.press('Control+z')
  await expectFigures(page, second)
  await drag(page, 'X1_age', 'out')
  await expectFigures(page, third)
  await page.click('button >> text=Undo')
  await page.click('button >> text=Redo')
  await expectFigures(page, third)
  expect(asked.filter((url) => !url.startsWith(`http://127.0.0.1:${studio.running.port}/`))).toEqual([])
  expect(asked.filter((url) => /adult|X1_age|token/.test(url.replace(/#.*$/, '')))).toEqual([])
  expect(page.url()).not.toContain('token')
  expect(complaints).toEqual([])
})

testNeeding(
  'chromium',
  'everything by keyboard: a variable moved, an exposed count found and explained, undone',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await openAdult(page)
    const start = figuresFor(csv, ALL, ['X7_hours', 'X8_salary'])
    await expectFigures(page, start)
    await page.focus('[aria-label="Move X1_age"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=menu]')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expectFigures(page, figuresFor(csv, ALL.slice(1), ['X7_hours', 'X8_salary']))
    await dragByKeyboard(page, 'X1_age', 'columns')
    await expect.poll(() => page.textContent('[data-zone=columns]')).toContain('X1_age')
    await page.focus('.grid')
    await page.keyboard.press('u')
    await page.keyboard.press('u')
    await expectFigures(page, start)
    await page.focus('.grid')
    await page.keyboard.press('n')
    await expect.poll(() => page.textContent('aside.right .big')).toMatch(/^[1-4] (person|people)$/)
    await expect.poll(() => page.textContent('aside.right .why')).toMatch(/people to place|add up to all/)
    await expect.poll(() => page.getAttribute('.grid', 'aria-activedescendant')).not.toBeNull()
    await expect.poll(() => page.locator('.grid-cell.exposed.selected').count()).toBe(1)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    expect(complaints).toEqual([])
  },
)

testNeeding('chromium', 'levels are merged and renamed in place; what a reader knows narrows a cell', async () => {
  const { page } = await visit(studio.running.url)
  await openAdult(page)
  await page.click('[aria-label^="Levels of X3_education"]')
  await page.click('.level >> nth=0')
  await page.click('.level >> nth=1')
  await page.fill('.level-actions input', 'lower')
  await page.click('text=Merge 2')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await figures(page)).slice(0, 2)).toEqual([384, 6])
  await page.click('.grid-cell.open >> nth=0')
  const before = await page.textContent('aside.right .big')
  const lower = Number(/^([\d,]+) to/.exec(before ?? '')?.[1].replaceAll(',', ''))
  await page.fill('.fact-form input >> nth=0', String(lower))
  await page.fill('.fact-form input >> nth=1', String(lower))
  await page.click('.fact-form >> text=Add')
  await expect.poll(() => page.textContent('aside.right .big')).toMatch(/(person|people)$/)
  await expect.poll(() => page.textContent('aside.right .why')).toContain('already knows')
})

testNeeding(
  'chromium',
  'a design is saved as a spec that the command line runs; edits outside appear; two tabs cannot overwrite each other',
  async () => {
    const { page } = await visit(studio.running.url)
    await openAdult(page)
    const spec = join(studio.folder, 'adult-audit.yaml')
    await page.click('text=Save the spec')
    await expect.poll(() => page.textContent('.where-name')).toContain('adult-audit.yaml · saved')
    const audited = tacet(['audit', 'adult-audit.yaml', '--json'], studio.folder)
    expect(audited.code, audited.stderr).toBe(0)
    const found = JSON.parse(audited.stdout)
    const expected = figuresFor(csv, ALL, ['X7_hours', 'X8_salary'])
    expect([
      found.shape.rows,
      found.shape.columns,
      found.rows.zero,
      found.rows.unit,
      found.rows.disclosed,
      found.cells.zero,
      found.cells.smallDisclosed,
    ]).toEqual(expected)

    writeFileSync(spec, `# kept\n${readFileSync(spec, 'utf8').replace(/^ *- X1_age\n/m, '')}`)
    await expectFigures(page, figuresFor(csv, ALL.slice(1), ['X7_hours', 'X8_salary']))

    const other = await visit(studio.running.url)
    await other.page.click('nav >> text=Data')
    await other.page.click('.file >> text=adult-audit.yaml')
    await other.page.waitForSelector('.grid-cell')
    await drag(other.page, 'X2_employment', 'out')
    await drag(page, 'X3_education', 'out')
    await other.page.click('text=Save the spec')
    await expect.poll(() => page.textContent('.where')).toContain('Changed outside')
    await page.click('text=Save the spec')
    await expect.poll(() => page.textContent('aside.left [role=status]')).toContain('changed by somebody else')
    expect(readFileSync(spec, 'utf8')).toContain('# kept')
    expect(readFileSync(spec, 'utf8')).not.toContain('X2_employment')
  },
)

testNeeding(
  'chromium',
  'the order of levels is saved, published by the command line, changed outside and undone',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await openAdult(page)
    const shown = async (): Promise<string[]> => {
      await page.click('[aria-label^="Levels of X3_education"]')
      const levels = await page.locator('.level .chip-name').allTextContents()
      await page.keyboard.press('Escape')
      await page.waitForSelector('.level-editor', { state: 'detached' })
      return levels
    }
    const before = await shown()
    await page.click('[aria-label^="Levels of X3_education"]')
    const first = page.locator('.level >> nth=0')
    await page.locator('.level >> nth=-1').dragTo(first, { targetPosition: { x: 60, y: 2 } })
    const moved = [before.at(-1)!, ...before.slice(0, -1)]
    await expect.poll(() => page.locator('.level .chip-name').allTextContents()).toEqual(moved)
    await page.keyboard.press('Escape')
    await page.waitForSelector('.level-editor', { state: 'detached' })
    await page.fill('input[value$="-audit.yaml"]', 'ordered.yaml')
    await page.click('text=Save the spec')
    await expect.poll(() => page.textContent('.where-name')).toContain('ordered.yaml · saved')

    const listed = (): string[] => {
      const audited = tacet(['audit', 'ordered.yaml', '--json'], studio.folder)
      expect(audited.code, audited.stderr).toBe(0)
      const rows: { row: Record<string, string> }[] = JSON.parse(audited.stdout).table
      return [...new Set(rows.map(({ row }) => row.X3_education))]
    }
    expect(listed()).toEqual(moved)

    const spec = join(studio.folder, 'ordered.yaml')
    const order = `order: { X3_education: ${JSON.stringify([before[1]])} }`
    writeFileSync(spec, readFileSync(spec, 'utf8').replace(/order:\n( {4,}.*\n)+/, `${order}\n`))
    const outside = [before[1], ...before.filter((_, k) => k !== 1)]
    await expect.poll(shown).toEqual(outside)
    expect(listed()).toEqual(outside)
    await page.click('button >> text=Undo')
    await expect.poll(shown).toEqual(moved)
    await page.click('button >> text=Undo')
    await expect.poll(shown).toEqual(before)

    const other = await visit(studio.running.url)
    await other.page.click('nav >> text=Data')
    await other.page.click('.file >> text=ordered.yaml')
    await other.page.waitForSelector('.grid-cell')
    await other.page.click('[aria-label^="Levels of X3_education"]')
    await expect.poll(() => other.page.locator('.level .chip-name').allTextContents()).toEqual(outside)
    expect([...complaints, ...other.complaints]).toEqual([])
  },
)

testNeeding(
  'chromium',
  'two designs side by side, rounded shares, counts and the plain table, on paper too',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await openAdult(page)
    await page.click('text=Keep to compare')
    await page.waitForSelector('.pane[data-slot=second] .grid-cell')
    await drag(page, 'X1_age', 'out')
    await expectFigures(page, figuresFor(csv, ALL.slice(1), ['X7_hours', 'X8_salary']))
    await expect.poll(() => page.textContent('.pane[data-slot=second] [data-figure=Table]')).toBe('480 × 6')
    await page.click('text=Use this one')
    await expectFigures(page, figuresFor(csv, ALL, ['X7_hours', 'X8_salary']))
    await page.click('.segment >> text=Rounded')
    await expect.poll(() => page.textContent('h1')).toContain('rounded percentages')
    await page.click('.segment >> text=Counts')
    await expect.poll(() => page.textContent('h1')).toMatch(/stand in this table/)
    await expect.poll(() => page.locator('.plain').count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.print-only .plain >> visible=true').locator('tbody tr').count()).toBe(480)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => page.locator('.plain').count()).toBe(0)
    await page.click('text=Plain table')
    await expect.poll(() => page.locator('.plain >> visible=true').locator('tbody tr').count()).toBe(480)
    expect(complaints).toEqual([])
  },
)

testNeeding(
  'chromium',
  'two releases together disclose what neither does; the spec runs on the command line',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await openAdult(page)
    for (const name of ['X2_employment', 'X3_education', 'X4_marital', 'X5_race', 'X7_hours', 'X8_salary'])
      await drag(page, name, 'out')
    await drag(page, 'X6_sex', 'columns')
    await page.click('.segment >> text=Counts')
    await expect.poll(() => page.textContent('[data-figure=Table]')).toBe('3 × 2')
    await page.click('button:has-text("Keep this table")')
    await page.waitForSelector('[data-release="X1_age,X6_sex"]')
    await drag(page, 'X6_sex', 'rows')
    await drag(page, 'X1_age', 'out')
    await drag(page, 'X8_salary', 'columns')
    await page.click('.segment >> text=Shares')
    await expect.poll(() => page.textContent('h1')).toContain('these 2 releases together')
    await expect.poll(() => page.textContent('[data-figure="Cells known"]'), { timeout: 60_000 }).toBe('4')
    await expect.poll(() => page.textContent('h1')).not.toContain('More may be known')
    await page.click('.grid-cell >> nth=0')
    await expect.poll(() => page.textContent('aside.right .why')).toContain('No other count fits both releases')
    await expect.poll(() => page.textContent('.each-release tbody')).toContain('counts by X1_age, X6_sex')
    await expectAccessible(page, 'two releases')
    await picture(page, 'audit-together')

    await page.fill('.releases-panel input', 'X9|X1_age')
    await expect.poll(() => page.textContent('.releases-panel .field-fault')).toContain('There is no variable "X9"')
    await page.fill('.releases-panel input', '')
    await page.fill('input[value$="-audit.yaml"]', 'together.yaml')
    await page.click('text=Save the spec')
    await expect.poll(() => page.textContent('.where-name')).toContain('together.yaml · saved')
    const audited = tacet(['audit', 'together.yaml', '--json'], studio.folder)
    expect(audited.code, audited.stderr).toBe(0)
    const found = JSON.parse(audited.stdout)
    expect(found.releases).toEqual(['X8_salary|X6_sex', 'X1_age,X6_sex'])
    expect([found.cells.all, found.cells.disclosed, found.cells.unproved]).toEqual([4, 4, 0])
    const shown = (await page.locator('.grid-cell').allTextContents()).map((text) => text.replace(/, [a-z ]+$/, ''))
    const counts = found.table.map(({ upper }: { upper: number }) => upper.toLocaleString('en'))
    expect(shown.sort()).toEqual(counts.sort())

    const other = await visit(studio.running.url)
    await other.page.click('nav >> text=Data')
    await other.page.click('.file >> text=together.yaml')
    await expect.poll(() => other.page.textContent('h1')).toContain('these 2 releases together')
    await page.click('[aria-label^="Remove counts by"]')
    await expect.poll(() => page.textContent('h1')).toContain('these percentages')
    expect([...complaints, ...other.complaints]).toEqual([])
  },
)

testNeeding(
  'chromium',
  'what a reader knows beside several releases is saved, bounds as the command line does, and follows its file',
  async () => {
    const { page, complaints } = await visit(studio.running.url)
    await openAdult(page)
    for (const name of ['X2_employment', 'X3_education', 'X4_marital', 'X5_race', 'X7_hours', 'X8_salary'])
      await drag(page, name, 'out')
    await drag(page, 'X6_sex', 'columns')
    for (const release of ['X1_age', 'X6_sex']) {
      await page.fill('.releases-panel input', release)
      await page.click('.releases-panel form >> text=Add')
      await page.waitForSelector(`[data-release="${release}"]`)
    }
    await page.click('.segment >> text=Not')
    await expect.poll(() => page.textContent('h1')).toContain('these 2 releases together')
    await page.click('.grid-cell >> nth=0')
    const big = () => page.textContent('aside.right .big')
    await expect.poll(big).toMatch(/^\d.* to \d/)
    const before = await big()
    const least = Number(/^([\d,]+) to/.exec(before ?? '')?.[1].replaceAll(',', ''))
    const [exactly, range] = [least + 3, `${(least + 3).toLocaleString('en')} to ${(least + 8).toLocaleString('en')}`]
    await page.fill('.fact-form input >> nth=0', String(exactly))
    await page.fill('.fact-form input >> nth=1', String(exactly))
    await page.click('.fact-form >> text=Add')
    await expect.poll(big).toBe(`${exactly.toLocaleString('en')} people`)
    await expect.poll(() => page.textContent('h1')).toContain('these 2 releases together and what a reader knows')
    await expect.poll(() => page.textContent('aside.right .why')).toContain('both releases, what a reader knows and')
    await expectAccessible(page, 'known beside releases')

    await page.fill('input[value$="-audit.yaml"]', 'known.yaml')
    await page.click('text=Save the spec')
    await expect.poll(() => page.textContent('.where-name')).toContain('known.yaml · saved')
    const bounds = (): string[] => {
      const audited = tacet(['audit', 'known.yaml', '--json'], studio.folder)
      expect(audited.code, audited.stderr).toBe(0)
      const { table, known } = JSON.parse(audited.stdout)
      expect(known).toBe(1)
      return table.map(({ lower, upper }: { lower: number; upper: number }) =>
        lower === upper ? lower.toLocaleString('en') : `${lower.toLocaleString('en')}–${upper.toLocaleString('en')}`,
      )
    }
    const shown = async () =>
      (await page.locator('.grid-cell').allTextContents()).map((text) => text.replace(/, [a-z ]+$/, ''))
    await expect.poll(shown).toEqual(bounds())

    const file = join(studio.folder, 'known.known.csv')
    writeFileSync(file, readFileSync(file, 'utf8').replace(`,${exactly},${exactly}`, `,${exactly},${least + 8}`))
    await expect.poll(() => page.textContent('.facts')).toContain(`${range} in`)
    await page.click('.grid-cell >> nth=0')
    await expect.poll(big).toBe(range)
    await expect.poll(shown).toEqual(bounds())
    const other = await visit(studio.running.url)
    await other.page.click('nav >> text=Data')
    await other.page.click('.file >> text=known.yaml')
    await expect.poll(() => other.page.textContent('.facts')).toContain(`${range} in`)
    await expect.poll(() => other.page.textContent('h1')).toContain('and what a reader knows')

    await page.click(`[aria-label^="Remove ${range} in"]`)
    await expect.poll(big).toBe(before)
    await page.click('button >> text=Undo')
    await expect.poll(big).toBe(range)
    expect([...complaints, ...other.complaints]).toEqual([])
  },
)

for (const [name, look] of [
  ['light', {}],
  ['dark', { scheme: 'dark' }],
  ['at 360 pixels', { width: 360, height: 780 }],
] as const)
  testNeeding('chromium', `axe finds no fault in the audit view, ${name}`, async () => {
    const { page } = await visit(studio.running.url, look)
    await openAdult(page)
    await page.click('.grid-cell.open >> nth=0')
    await page.waitForSelector('.design')
    if (name !== 'light') await picture(page, name === 'dark' ? 'audit-dark' : 'audit-narrow')
    await expectAccessible(page, `audit ${name}`)
    await expectNoSideways(page, name)
  })
