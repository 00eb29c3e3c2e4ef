/**
 * What a charge costs on ledgers of 10, 1,000 and 100,000 entries (CPU and wall time of reserve, commit and publish together), a
 * full verification of each, and 100 processes that charge one ledger at once.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LedgerFile } from 'tacet/ledger'
import { formatLine, GENESIS, type LedgerEntry, sealEntry, zcdp } from 'tacet/privacy'

const IDENTITY = { dataset: 'people.parquet', unit: 'one person added or removed' }
const SMALL = { num: 1n, den: 1_000_000_000n }
const CHARGES = 20
const PROCESSES = 100

/** A ledger with this many lines, as `LedgerFile` would have written them. */
function writeLedger(path: string, lines: number): void {
  let head = GENESIS
  let text = ''
  const add = (entry: LedgerEntry): void => {
    const line = sealEntry(entry, head, '2026-01-01T00:00:00.000Z')
    head = line
    text += `${formatLine(line)}\n`
    if (text.length > 1 << 22) {
      appendFileSync(path, text)
      text = ''
    }
  }
  writeFileSync(path, '')
  add({ type: 'open', ...IDENTITY, id: 'bench' })
  add({ type: 'cap', cap: { kind: 'approximate', epsilon: '17', delta: '1/10000000000' }, reason: 'bench' })
  for (let i = 0; head.index + 1 < lines; i++) {
    const hash = i.toString(16).padStart(64, '0')
    const cost =
      i % 2 === 0
        ? ({ kind: 'zcdp', rho: '1/1000000000' } as const)
        : ({ kind: 'pure', epsilon: '1/1000000000' } as const)
    add({ type: 'reserve', runId: `run-${i}`, cost, purpose: 'bench', specHash: hash, drawing: `d${hash}` })
    if (head.index + 1 < lines) add({ type: 'commit', runId: `run-${i}`, measurementsHash: hash })
  }
  appendFileSync(path, text)
  writeFileSync(`${path}.head`, `${JSON.stringify({ index: head.index, hash: head.hash })}\n`)
}

async function charge(path: string, name: string): Promise<void> {
  const ledger = await LedgerFile.open(path, IDENTITY)
  const reservation = { runId: name, cost: zcdp(SMALL), purpose: 'bench', specHash: 'spec', drawing: `drawing ${name}` }
  ledger.check(reservation)
  await ledger.reserve(reservation)
  await ledger.commit(name, `values ${name}`)
  await ledger.publish(name, { 'cells.csv': '0'.repeat(64) })
}

async function bySize(folder: string): Promise<void> {
  console.log('entries    CPU ms a charge    wall ms a charge    full verification, s    MB')
  for (const lines of [10, 1000, 100_000]) {
    const path = join(folder, `ledger-${lines}.jsonl`)
    writeLedger(path, lines)
    await charge(path, 'warm-up') // verifies and indexes what is there, once
    const [cpu, wall] = [process.cpuUsage(), performance.now()]
    for (let i = 0; i < CHARGES; i++) await charge(path, `measured-${i}`)
    const used = process.cpuUsage(cpu)
    const seconds = (performance.now() - wall) / 1000
    const start = performance.now()
    LedgerFile.existing(path).state()
    const verified = (performance.now() - start) / 1000
    console.log(
      `${String(lines).padStart(7)} ${((used.user + used.system) / 1000 / CHARGES).toFixed(1).padStart(18)} ` +
        `${((1000 * seconds) / CHARGES).toFixed(1).padStart(19)} ${verified.toFixed(2).padStart(23)} ${(statSync(path).size / 1e6).toFixed(1).padStart(5)}`,
    )
  }
}

async function atOnce(folder: string): Promise<void> {
  const path = join(folder, 'busy.jsonl')
  await LedgerFile.open(path, IDENTITY)
  const start = performance.now()
  const codes = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) => {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'charge', path, `process-${i}`])
      return new Promise<number | null>((resolve) => child.on('close', resolve))
    }),
  )
  const { runs } = LedgerFile.existing(path).state()
  console.log(
    `\n${PROCESSES} processes that charge at once: ${codes.filter((code) => code === 0).length} served, ` +
      `${[...runs.values()].filter((run) => run.published).length} charged and published, ${((performance.now() - start) / 1000).toFixed(1)} s, start-up of the processes included`,
  )
}

const [task, path, name] = process.argv.slice(2)
if (task === 'charge') await charge(path, name)
else {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-bench-'))
  await bySize(folder)
  await atOnce(folder)
  rmSync(folder, { recursive: true })
}
