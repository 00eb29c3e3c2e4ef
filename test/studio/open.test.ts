/** Opening a file in a real browser: dropped onto the page, chosen, refused; and a doubt about its dates settled. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSHandle, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { MOST_UPLOADED } from '../../src/server/uploads.ts'
import { expectAccessible, visit } from '../support/browser.ts'
import { tacet } from '../support/cli.ts'
import { testNeeding } from '../support/needs.ts'
import { picture } from '../support/screenshots.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'
import { adultCsv } from '../support/studio-data.ts'

let studio: TestStudio
const csv = adultCsv()

beforeAll(async () => {
  studio = await testStudio()
})

/** What a browser holds while a file is dragged. */
function held(page: Page, name: string, text: string): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      return transfer
    },
    [name, text],
  )
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await held(page, name, text)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
}

testNeeding('chromium', 'a file dropped onto the page is copied into the folder and described', async () => {
  const { page, complaints } = await visit(studio.running.url)
  const dataTransfer = await held(page, 'adult.csv', csv)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer })
  await page.waitForSelector('.drop-file[data-state=over]')
  await expectAccessible(page, 'a file over the page')
  await picture(page, 'drop')
  await page.dispatchEvent('body', 'dragleave', { dataTransfer })
  await expect.poll(() => page.locator('.drop-file').count()).toBe(0)
  const start = performance.now()
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  await page.waitForSelector('.described [data-column=X1_age]')
  const described = performance.now()
  expect(readFileSync(join(studio.folder, 'adult.csv'), 'utf8')).toBe(csv)
  await page.click('text=Audit a table of 8 variables')
  await page.waitForSelector('.grid-cell')
  const [columns, table] = [described - start, performance.now() - start]
  console.log(
    `Adult dropped: ${columns.toFixed(0)} ms to its columns, ${table.toFixed(0)} ms to the painted table, a click between`,
  )
  expect(readdirSync(studio.folder)).toEqual(['adult.csv'])
  expect(complaints).toEqual([])
})

testNeeding('chromium', 'a file that is there already, or that is not read here, is refused in words', async () => {
  const { page } = await visit(studio.running.url)
  writeFileSync(join(studio.folder, 'mine.csv'), 'a,b\n1,2\n')
  await drop(page, 'mine.csv', 'a,b\n3,4\n')
  await expect.poll(() => page.textContent('.drop-note[data-state=fault]')).toContain('is not written over')
  expect(readFileSync(join(studio.folder, 'mine.csv'), 'utf8')).toBe('a,b\n1,2\n')
  await drop(page, 'notes.docx', 'words')
  await expect.poll(() => page.textContent('.drop-note[data-state=fault]')).toContain('Drop a CSV, TSV')
  await page.click('.drop-note >> text=Close')
  await expect.poll(() => page.locator('.drop-note').count()).toBe(0)
})

testNeeding('chromium', 'a file dropped while the page still opens is taken', async () => {
  const { page, complaints } = await visit(studio.running.url)
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/project', async (route) => {
    await answered
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForSelector('.studio[data-state=opening]')
  await drop(page, 'early.csv', 'a,b\n1,x\n2,y\n')
  answer()
  await page.waitForSelector('.described [data-column=b]')
  expect(complaints).toEqual([])
})

testNeeding(
  'chromium',
  'dates that can be read in two ways are settled in the page, and the spec keeps it',
  async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `p${i},0${1 + (i % 9)}/0${1 + (i % 7)}/2024,t${i % 2}`)
    writeFileSync(join(studio.folder, 'visits.csv'), `patient_id,admitted,town\n${lines.join('\n')}\n`)
    const { page, complaints } = await visit(studio.running.url)
    await page.click('nav >> text=Data')
    await page.click('.file >> text=visits.csv')
    const admitted = page.locator('[data-column=admitted] .levels-text')
    await expect.poll(() => admitted.textContent()).toContain('day or month first?')
    await expectAccessible(page, 'a doubt')
    await page.selectOption('[aria-label="How admitted is written"]', 'dd/mm/yyyy')
    await expect.poll(() => admitted.textContent()).toBe('2024-01-01 to 2024-07-08')
    await page.selectOption('[aria-label="Role of admitted"]', 'plain')
    await page.click('text=Anonymise the records')
    await page.click('text=Save the roles')
    await page.waitForSelector('.file.chosen >> text=visits-extract.yaml')
    const spec = join(studio.folder, 'visits-extract.yaml')
    expect(readFileSync(spec, 'utf8')).toMatch(/read:\s+dates:\s+- dd\/mm\/yyyy/)
    writeFileSync(spec, readFileSync(spec, 'utf8').replace('k: 5', 'k: 5\n  steps: 5'))
    const run = tacet(['anonymize', 'visits-extract.yaml', '--out', 'visits'], studio.folder)
    expect(run.code, run.stderr).toBe(0)
    expect(complaints).toEqual([])
  },
)

testNeeding('chromium', 'a comma that stands before decimals or between thousands is settled in the page', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${1 + (i % 9)},${234 + i};t${i % 2}`)
  writeFileSync(join(studio.folder, 'prices.csv'), `price;town\n${lines.join('\n')}\n`)
  const { page, complaints } = await visit(studio.running.url)
  await page.click('nav >> text=Data')
  await page.click('.file >> text=prices.csv')
  const price = page.locator('[data-column=price] .levels-text')
  await expect.poll(() => price.textContent()).toContain('before decimals or between thousands')
  expect(await price.textContent()).not.toContain('--')
  await page.selectOption('[aria-label="How price is written"]', ',')
  await expect.poll(() => price.textContent()).toContain('1.234, 1.243, 1.252')
  expect(complaints).toEqual([])
})

test('pieces of a file: only in order, within the limit, by a plain name, and what is left is swept away', async () => {
  const piece = (change: object) => ({
    id: 'abcdefgh',
    name: 'p.csv',
    total: 8,
    at: 0,
    bytes: btoa('a,b\n'),
    ...change,
  })
  const send = async (change: object) => (await studio.ask('/api/upload', piece(change))).status
  expect(await send({ total: MOST_UPLOADED + 1 })).toBe(422)
  expect(await send({ name: '../p.csv' })).toBe(422)
  expect(await send({ name: 'p.sh' })).toBe(422)
  expect(await send({ id: '../../etc' })).toBe(422)
  expect(await send({ bytes: '%' })).toBe(422)
  expect(await send({})).toBe(200)
  expect(await send({ at: 6 })).toBe(422)
  expect(await send({ at: 4, bytes: btoa('1,2\n3,4\n') })).toBe(422)
  expect(existsSync(join(studio.folder, 'p.csv'))).toBe(false)
  expect(readdirSync(studio.folder).filter((name) => name.startsWith('.tacet-upload'))).toEqual([])
  expect(await send({})).toBe(200)
  expect(await send({ at: 4, bytes: btoa('1,2\n') })).toBe(200)
  expect(readFileSync(join(studio.folder, 'p.csv'), 'utf8')).toBe('a,b\n1,2\n')
  writeFileSync(join(studio.folder, '.tacet-upload-abcdefgh12'), 'left')
  await testStudio({ folder: studio.folder })
  expect(existsSync(join(studio.folder, '.tacet-upload-abcdefgh12'))).toBe(false)
})
