/**
 * k-anonymity: exact methods beside the paper's program, every method on Adult, and a million records beside Mondrian.
 * TACET_BENCH_SECONDS is the time of the anytime search (20 unless given); the whole run takes about 40 times that. TACET_BENCH_PARTS
 * chooses among "levels" and "searches".
 */
import { compareOnAdult } from './anonymity-adult.ts'
import { compareExact } from './anonymity-exact.ts'
import { compareLevels } from './anonymity-levels.ts'
import { compareOnMillion } from './anonymity-million.ts'

const seconds = Number(process.env.TACET_BENCH_SECONDS ?? 20)
const PARTS = new Set((process.env.TACET_BENCH_PARTS ?? 'levels,searches').split(','))

if (PARTS.has('levels')) compareLevels()
if (PARTS.has('searches')) {
  await compareExact(seconds)
  for (const records of [5000, 20_000, 48_842]) {
    await compareOnAdult(records, false, 5, seconds)
    await compareOnAdult(records, true, 5, seconds)
  }
  await compareOnAdult(5000, false, 3, 1.5 * seconds)
  await compareOnAdult(5000, true, 5, seconds, { price: 'ncp' })
  await compareOnMillion(1_000_000, 10, 5 * seconds)
}
