/** The pure rooms in a real browser: bundled as a page would bundle them, with no Node anywhere. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { expect } from 'vitest'
import { tacet } from './support/cli.ts'
import { chromiumPath, testNeeding } from './support/needs.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const PURE = ['exact', 'noise', 'privacy', 'model', 'optimize', 'bounds']

const PAGE = `
${PURE.map((room) => `import * as ${room} from ${JSON.stringify(join(dist, room, 'index.mjs'))}`).join('\n')}
const table = bounds.reduceCounts([3, 4, 5, 3, 6, 9, 10, 8], 4, 2)
const draws = new Float64Array(100000)
noise.addNoise(draws, { kind: 'discrete-gaussian', variance: exact.parseRational('100') }, noise.osEntropy())
window.result = {
  rooms: [${PURE.map((room) => `Object.keys(${room}).length`).join(', ')}],
  bounds: bounds.rowReports(bounds.audit(table), (row) => row).map((row) => row.bounds),
  variance: draws.reduce((sum, z) => sum + z * z, 0) / draws.length,
  epsilon: exact.toNumberUp(privacy.epsilonOf(exact.parseRational('293764/114921'), exact.parseRational('1e-10'))),
}
`
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

testNeeding('chromium', 'exact, noise, privacy, model, optimize and bounds run in a browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-browser-'))
  writeFileSync(join(folder, 'page.mjs'), PAGE)
  const bundle = await rolldown({
    input: join(folder, 'page.mjs'),
    platform: 'browser',
    external: ['highs'],
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife' })
  const browser = await chromium.launch({ executablePath: chromiumPath() as string, args: FLAGS })
  try {
    const page = await browser.newPage()
    await page.setContent('<title>rooms</title>')
    await page.addScriptTag({ content: output[0].code })
    const result = await page.evaluate(() => (window as unknown as { result: Record<string, unknown> }).result)
    expect(result.bounds).toEqual([
      [
        [3, 9],
        [4, 12],
      ],
      [
        [5, 5],
        [3, 3],
      ],
      [
        [4, 6],
        [6, 9],
      ],
      [
        [5, 10],
        [4, 8],
      ],
    ])
    expect(Math.min(...(result.rooms as number[]))).toBeGreaterThan(3)
    // The variance of 100,000 draws has a standard error of 0.45; 5 of them are passed once in 1.7 million runs.
    expect(Math.abs((result.variance as number) - 100)).toBeLessThan(2.3)
    expect(result.epsilon).toBeCloseTo(17.143550743596, 9)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
})

testNeeding(
  'chromium',
  'the report of a release asks for nothing, in light and in dark, and has no accessibility fault',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tacet-report-'))
    expect(tacet(['demo', '--quiet'], folder).code).toBe(0)
    const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8')
    const browser = await chromium.launch({ executablePath: chromiumPath() as string, args: FLAGS })
    try {
      for (const report of ['release', 'audit']) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ colorScheme, bypassCSP: true })
          const requests: string[] = []
          page.on('request', (request) => requests.push(request.url()))
          await page.goto(`file://${join(folder, 'demo', report, 'report.html')}`)
          expect(requests).toHaveLength(1)
          await page.addScriptTag({ content: axe })
          const violations = await page.evaluate(async () => {
            const found = await (
              window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
            ).axe.run()
            return found.violations.map(({ id }) => id)
          })
          expect(violations, `${report}, ${colorScheme}`).toEqual([])
          await page.close()
        }
      }
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  },
)
