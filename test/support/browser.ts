/** A real browser for the tests of the studio; what it asks for and what it complains about is kept. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { chromiumPath } from './needs.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Promise<Browser> | undefined

/** One browser for all tests of a process; it ends with the process. */
export function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath() as string, args: FLAGS })
  return browser
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
}

export interface Visit {
  readonly page: Page
  /** Every address that was asked for. */
  readonly asked: string[]
  /** What the browser wrote to its console as an error, and errors of the page. */
  readonly complaints: string[]
}

/** A page of its own, with nothing kept from another; it is closed when the test has ended. */
export async function visit(url: string, { width = 1440, height = 900, scheme = 'light' }: Look = {}): Promise<Visit> {
  const context = await (await theBrowser()).newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  const [asked, complaints]: string[][] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  await page.waitForSelector('.studio:not([data-state=opening])')
  return { page, asked, complaints }
}

const axe = readFileSync(fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8')

/** No accessibility fault that axe can find, by all of its rules or by these: in the dark only colours are others. */
export async function expectAccessible(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  // The policy of the page forbids scripts from elsewhere: the browser's own evaluation is not bound by it.
  await page.evaluate(axe)
  const faults = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Fault[] }> } }
    const { violations } = await axe.run(only === undefined ? {} : { runOnly: only })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    interface Fault {
      id: string
      nodes: { html: string }[]
    }
  }, rules)
  expect(faults, what).toEqual([])
}

/** The page never scrolls sideways; what would make it do so is named. */
export async function expectNoSideways(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1,
    )
    return [
      `${document.documentElement.scrollWidth} of ${innerWidth}`,
      ...all.slice(0, 6).map((one) => one.outerHTML.slice(0, 160)),
    ]
  })
  expect(wide, what).toEqual([])
}
