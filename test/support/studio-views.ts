/** Every view of the studio, opened on something that fills it, and what must hold of it on paper. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Show = (page: Page) => Promise<void>

/** A view by its tab, once its code is there: until then the page says that it is opening. */
export async function open(page: Page, view: string): Promise<void> {
  await page.click(`nav >> text=${view}`)
  await page.waitForSelector(`nav [aria-current=page]:has-text("${view}")`)
  await page.waitForSelector('.studio > main[aria-busy=true]', { state: 'detached' })
}

export async function openPlan(page: Page): Promise<void> {
  await open(page, 'Plan')
  await page.click('.file >> text=town.yaml')
  await page.waitForSelector('.file.chosen >> text=town.yaml')
  await page.waitForSelector('.figure')
  await page.waitForSelector('[data-facts]:not([data-facts=loading])')
}

/** A tab of the head, until all of these are there. */
const tab =
  (view: string, ...there: readonly string[]): Show =>
  async (page) => {
    await open(page, view)
    for (const selector of there) await page.waitForSelector(selector)
  }

/** Something more clicked in a view that is open, until all of these are there. */
const then =
  (show: Show, click: string, ...there: readonly string[]): Show =>
  async (page) => {
    await show(page)
    await page.click(click)
    for (const selector of there) await page.waitForSelector(selector)
  }

/** By name, in this order: the places are those of the release that was opened before. */
export const VIEWS: readonly (readonly [string, Show])[] = [
  ['data', then(tab('Data'), '.file >> text=people.parquet', '.described')],
  ['plan', openPlan],
  ['plans', then(openPlan, 'text=Compare with finer.yaml', '[data-other="finer.yaml"]')],
  ['anonymity', tab('Anonymise', '.role-list li', '[data-table=loss] tbody tr', '.before-after tbody tr')],
  [
    'protect',
    then(tab('Protect', '.protect-grid tbody tr'), '.protect-grid [data-mark=protecting] button', '[data-cell]'),
  ],
  ['decisions', then(tab('Decide', '.shift-curve'), '.plain-values summary')],
  ['runs', tab('Runs', 'aside.right .act')],
  ['releases', then(tab('Releases'), '.file:has-text("release · topdown")', '.size-errors tbody tr')],
  ['places', then(async () => {}, '[role=tab] >> text=Places', '.place-table tbody tr', '.place-map path')],
  ['review', tab('Review', '.checks li, h1:has-text("damaged")')],
  ['ledger', tab('Ledger', 'h1:has-text("was spent")')],
]

/** On paper the head of the view and its figures stand, nothing scrolls, and no control is left. */
export async function expectPrints(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  // The page hears that it is printed, and draws itself for it.
  await expect.poll(() => onPaper(page), { message: `${view} on paper` }).toEqual({ heads: 1, left: [] })
  if (process.env.TACET_PRINTED !== undefined)
    await page.pdf({ path: join(process.env.TACET_PRINTED, `${view}.pdf`), format: 'A4' })
  await page.emulateMedia({ media: 'screen' })
}

/** How many heads there are, and what is cut off or can only be used on a screen. */
function onPaper(page: Page): Promise<{ heads: number; left: readonly string[] }> {
  return page.evaluate(() => {
    const shown = (one: Element): boolean => one.getClientRects().length > 0
    const cut = [...document.querySelectorAll('main :not(.unseen)')].filter((one) => {
      const { overflowY } = getComputedStyle(one)
      return shown(one) && /auto|scroll|hidden/.test(overflowY) && one.scrollHeight > one.clientHeight + 2
    })
    const controls = [...document.querySelectorAll('main button:not(.figure), nav a, aside')].filter(shown)
    return {
      heads: [...document.querySelectorAll('main h1')].filter(shown).length,
      left: [...cut, ...controls].map((one) => one.outerHTML.slice(0, 120)),
    }
  })
}
