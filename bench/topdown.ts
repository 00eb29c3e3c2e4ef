/**
 * Top-down releases of Rhode Island (2010 Census; see rhode-island.ts): time and memory end to end, accuracy of three ways
 * to solve beside the raw noise and beside least squares without whole numbers, growth with leaves and with cells.
 *
 * TACET_BENCH_PARTS chooses among "scale,errors,accuracy,growth", "sharper", "top", "coverage" and "empty", TACET_BENCH_RUNS the repetitions of the accuracy (10),
 * TACET_BENCH_EPSILON its epsilons ("0.5,1,4"), TACET_BENCH_CELLS its schema (24 or 2016), TACET_DATA the folder of data.
 */
import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderChart } from 'tacet/release'
import { emptyPlaces } from './empty-places.ts'
import { type RhodeIsland, rhodeIslandSpec, type SpecChoice, writeRhodeIsland } from './rhode-island.ts'
import { accuracy } from './topdown-accuracy.ts'
import { coverage } from './topdown-coverage.ts'
import { standardErrors, topErrors } from './topdown-errors.ts'
import { type Measured, release } from './topdown-release.ts'
import { sharper } from './topdown-sharper.ts'

const PARTS = new Set((process.env.TACET_BENCH_PARTS ?? 'scale,errors,accuracy,growth').split(','))
const GOAL = { seconds: 120, bytes: 2e9 }

function dataFolder(): string {
  let root = fileURLToPath(new URL('.', import.meta.url))
  while (!existsSync(resolve(root, 'package.json'))) root = resolve(root, '..')
  return resolve(root, process.env.TACET_DATA ?? '../shared/data')
}

/** One release in a process of its own, so that its memory is its own. */
function measured(folder: string, choice: SpecChoice, seed: string): Promise<Measured> {
  return new Promise((done, failed) => {
    const child = fork(fileURLToPath(import.meta.url), [JSON.stringify({ folder, choice, seed })])
    child.on('message', (message) => done(message as Measured))
    child.on('exit', (code) => code !== 0 && failed(new Error(`a release ended with ${code}`)))
  })
}

async function scale({ folder, people, blocks }: RhodeIsland): Promise<void> {
  console.log(
    `\n## End to end: ${people.toLocaleString('en')} people, ${blocks.toLocaleString('en')} blocks, epsilon 1`,
  )
  for (const cells of [24, 2016] as const) {
    const { seconds, bytes, levels, checks } = await measured(
      folder,
      { cells, epsilon: '1', topdown: '{ simulations: 0 }' },
      'scale',
    )
    console.log(
      `\n${cells} cells: ${seconds.toFixed(1)} s, ${(bytes / 1e9).toFixed(2)} GB; ${(seconds / GOAL.seconds).toFixed(2)} of ${GOAL.seconds} s, ${(bytes / GOAL.bytes).toFixed(2)} of 2 GB`,
    )
    console.log(
      `checks: ${Object.entries(checks)
        .map(([name, ok]) => `${name} ${ok}`)
        .join(', ')}`,
    )
    console.log('| level | parents | seconds | worst residual | rounding |\n| --- | ---: | ---: | ---: | --- |')
    for (const l of levels) {
      const rounding = Object.entries(l.rounding)
        .filter(([, n]) => n > 0)
        .map(([how, n]) => `${how} ${n}`)
        .join(', ')
      console.log(
        `| ${l.level} | ${l.parents} | ${l.seconds.toFixed(2)} | ${l.worstResidual.toExponential(1)} | ${rounding} |`,
      )
    }
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The slope of log y against log x. */
function slope(points: readonly Point[]): number {
  const xs = points.map(({ x }) => Math.log(x))
  const ys = points.map(({ y }) => Math.log(y))
  const mean = (v: readonly number[]): number => v.reduce((a, b) => a + b, 0) / v.length
  const [mx, my] = [mean(xs), mean(ys)]
  return xs.reduce((s, x, i) => s + (x - mx) * (ys[i] - my), 0) / xs.reduce((s, x) => s + (x - mx) ** 2, 0)
}

async function growth(data: string, folder: string): Promise<void> {
  console.log('\n## Growth: seconds of solving')
  const byLeaves: Point[] = []
  for (const most of [1000, 2500, 6000, 12500, 25181]) {
    const part = mkdtempSync(join(folder, 'part-'))
    writeRhodeIsland(data, part, most)
    const { solving } = await measured(part, { cells: 2016, epsilon: '1', topdown: '{ simulations: 0 }' }, 'growth')
    byLeaves.push({ x: most, y: solving })
    console.log(`${most} leaves, 2,016 cells: ${solving.toFixed(2)} s`)
    rmSync(part, { recursive: true })
  }
  const byCells: Point[] = []
  for (const [cells, races] of [
    [24, undefined],
    [128, 4],
    [480, 15],
    [992, 31],
    [2016, 63],
  ] as const) {
    const choice =
      races === undefined ? ({ cells: 24, epsilon: '1' } as const) : ({ cells: 2016, epsilon: '1', races } as const)
    const { solving } = await measured(folder, { ...choice, topdown: '{ simulations: 0 }' }, 'growth')
    byCells.push({ x: cells, y: solving })
    console.log(`25,181 leaves, ${cells} cells: ${solving.toFixed(2)} s`)
  }
  console.log(`slope of log seconds: ${slope(byLeaves).toFixed(2)} by leaves, ${slope(byCells).toFixed(2)} by cells`)
  draw('topdown-leaves.svg', 'Solving time by leaves (2,016 cells)', 'leaves', byLeaves)
  draw('topdown-cells.svg', 'Solving time by cells (25,181 leaves)', 'cells', byCells)
}

/** Standing alone the drawing brings its own colours and ground. */
const FIGURE_STYLE =
  'svg{background:#fdfdfc;fill:#1c2126;font-family:system-ui,sans-serif}.s1{--c:#0b62a3}.s2{--c:#c4540c}.s3{--c:#00795c}.s4{--c:#9b4d8d}.fill{fill:var(--c)}.line{stroke:var(--c);fill:none;stroke-width:2}.dash1{stroke-dasharray:7 3}.dash2{stroke-dasharray:2 3}.dash3{stroke-dasharray:9 3 2 3}.grid{stroke:#e3e5e6}.axis{stroke:#1c2126}.tick,.axis-label{fill:#59626c}'

function draw(file: string, title: string, label: string, points: readonly Point[]): void {
  const out = process.env.TACET_BENCH_FIGURES
  if (out === undefined) return
  const { svg } = renderChart({
    kind: 'line',
    title,
    description: `Seconds of solving against the number of ${label}, both on logarithmic scales.`,
    xScale: 'log',
    yScale: 'log',
    xLabel: label,
    yLabel: 'seconds',
    series: [{ name: 'seconds', x: points.map(({ x }) => x), y: points.map(({ y }) => y) }],
  })
  const alone = svg.replace(
    /^<svg([^>]*)>/,
    (_, rest: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg"${rest.replace(/ xmlns="[^"]*"/, '')}><style>${FIGURE_STYLE}</style>`,
  )
  writeFileSync(join(out, file), `${alone}\n`)
}

async function main(): Promise<void> {
  if (PARTS.has('empty')) await emptyPlaces()
  const data = dataFolder()
  if (!existsSync(join(data, 'census_ri_2010'))) {
    console.log(`Skipped: census_ri_2010 is not in ${data}. Set TACET_DATA to the folder of public data.`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tacet-rhode-island-'))
  try {
    const state = writeRhodeIsland(data, folder)
    if (PARTS.has('scale')) await scale(state)
    if (PARTS.has('errors')) await standardErrors(state)
    if (PARTS.has('accuracy')) await accuracy(state)
    if (PARTS.has('growth')) await growth(data, folder)
    if (PARTS.has('sharper')) await sharper(data)
    if (PARTS.has('top')) await topErrors(data)
    if (PARTS.has('coverage')) await coverage(data)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.send === undefined) await main()
else {
  const { folder, choice, seed } = JSON.parse(process.argv[2])
  process.send(await release(folder, rhodeIslandSpec(choice), seed))
}
