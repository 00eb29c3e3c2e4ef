import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { RequestError } from '../request-error.ts'
import type { Cap } from './cap.ts'
import { rhoFor } from './conversion.ts'
import { approximate, composed, eventToJson, type PrivacyEvent, pure, zcdp } from './event.ts'
import { applyEntry, LedgerReader, type LedgerState, verifyLedger } from './ledger.ts'
import { canonicalJson, formatLine, GENESIS, type LedgerEntry, sealEntry } from './ledger-entry.ts'
import { committedHash, planCommit, planPublication, planReservation } from './ledger-plan.ts'
import { summariseLedger } from './ledger-summary.ts'

const tenth = rational(1n, 10n)
const open: LedgerEntry = { type: 'open', dataset: 'census', unit: 'One person is added or removed.' }

function reserve(runId: string, cost: PrivacyEvent = pure(tenth)): LedgerEntry {
  return { type: 'reserve', runId, cost: eventToJson(cost), purpose: 'test', specHash: 'spec' }
}

function capAt(cap: PrivacyEvent | null): LedgerEntry {
  return { type: 'cap', cap: cap && eventToJson(cap), reason: 'agreed' }
}

function linesOf(...entries: LedgerEntry[]): string[] {
  let head = GENESIS
  return entries.map((entry) => {
    const line = sealEntry(entry, head, '2026-01-01T00:00:00.000Z')
    head = line
    return formatLine(line)
  })
}

function stateOf(...entries: LedgerEntry[]): LedgerState {
  const result = verifyLedger(linesOf(open, ...entries))
  if (!result.ok) throw new Error(`line ${result.line}: ${result.reason}`)
  return result.state
}

function ask(
  state: LedgerState,
  runId: string,
  cost: PrivacyEvent,
  specHash = 'spec',
): ReturnType<typeof planReservation> {
  return planReservation(state, { runId, cost, purpose: 'test', specHash })
}

const HONEST = linesOf(
  open,
  capAt(pure(rational(1n))),
  reserve('a'),
  { type: 'commit', runId: 'a', measurementsHash: 'm' },
  reserve('b'),
  { type: 'abandon', runId: 'b', reason: 'crashed' },
)

test('a reservation counts at once, and for ever', () => {
  const result = verifyLedger(HONEST)
  expect(result.ok && summariseLedger(result.state)).toMatchObject({
    dataset: 'census',
    cap: 'epsilon 1',
    spent: 'epsilon 1/5 (0.2)', // the abandoned run as well
    remaining: { exact: '4/5', decimal: '0.8' },
    lines: 6,
  })
})

test('any changed, moved, dropped, inserted or doubled line is found, by number', () => {
  const at = (lines: string[]): unknown => verifyLedger(lines)
  for (let i = 0; i < HONEST.length; i++) {
    for (const edited of [
      HONEST.with(i, HONEST[i].replace('"time":"2026', '"time":"2025')),
      HONEST.with(i, HONEST[i].slice(0, -5)),
      HONEST.with(i, `${HONEST[i]} `),
      HONEST.toSpliced(i, 0, HONEST[i === 0 ? 1 : i - 1]),
    ]) {
      expect(at(edited)).toMatchObject({ ok: false, line: i + 1 })
    }
    if (i + 1 < HONEST.length) {
      expect(at(HONEST.toSpliced(i, 1))).toMatchObject({ ok: false, line: i + 1 })
      expect(at(HONEST.with(i, HONEST[i + 1]).with(i + 1, HONEST[i]))).toMatchObject({ ok: false, line: i + 1 })
    }
  }
  const cheaper = HONEST.with(2, HONEST[2].replace('"1/10"', '"1/99"'))
  expect(at(cheaper)).toEqual({ ok: false, line: 3, reason: 'its contents do not match its hash' })
})

test('a chain that is whole but breaks a rule is found too', () => {
  const commit: LedgerEntry = { type: 'commit', runId: 'a', measurementsHash: 'm' }
  for (const [entries, line, reason] of [
    [[reserve('a')], 1, /opened by its first line/],
    [[open, open], 2, /opened by its first line/],
    [[open, commit], 2, /never reserved/],
    [[open, reserve('a'), reserve('a')], 3, /reserved twice/],
    [[open, reserve('a'), commit, commit], 4, /committed already/],
    [[open, reserve('a'), { type: 'abandon', runId: 'a', reason: 'x' }, commit], 4, /was abandoned/],
    [[open, capAt(pure(tenth)), reserve('a'), reserve('b')], 4, /beyond the cap/],
    [[open, capAt(composed([]))], 2, /a cap is pure, zcdp or approximate/],
    [[open, { type: 'refund' } as unknown as LedgerEntry], 2, /"refund" are not known/],
  ] as const) {
    const result = verifyLedger(linesOf(...entries))
    expect(result).toMatchObject({ ok: false, line, reason: expect.stringMatching(reason) })
  }
  expect(() => applyEntry(new LedgerReader().state(), reserve('a'))).toThrow()
})

test('the last tenth fits and nothing after it, however small', () => {
  const spent = Array.from({ length: 9 }, (_, i) => reserve(`r${i}`))
  const state = stateOf(capAt(pure(rational(1n))), ...spent)
  expect(ask(state, 'last', pure(tenth))).toHaveProperty('entry')
  const full = stateOf(capAt(pure(rational(1n))), ...spent, reserve('last'))
  // In floating point this spend would vanish when added.
  expect(() => ask(full, 'more', pure(parseRational('1e-300')))).toThrow(RequestError)
})

test('a refusal tells requested, remaining and difference, exact and decimal', () => {
  const state = stateOf(capAt(pure(rational(1n))), reserve('a', pure(rational(2n, 3n))))
  let refusal: unknown
  try {
    ask(state, 'b', pure(rational(1n, 2n)))
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({
    code: 'refused',
    facts: {
      cap: '1',
      requested: { exact: '1/2', decimal: '0.5' },
      remaining: { exact: '1/3', decimal: '0.3333333' },
      difference: { exact: '1/6', decimal: '0.1666667' },
    },
  })
  expect(String(refusal)).toContain('epsilon 1/3 (0.3333333) of it is left')
  expect(String(refusal)).toContain('asks for epsilon 1/2 (0.5): 1/6 (0.1666667) too much')
})

test('currencies: what cannot be counted under a cap is refused, not taken for nothing', () => {
  const delta = parseRational('1e-10')
  const one = rational(1n)
  const fits = (cap: Cap, ...costs: PrivacyEvent[]): boolean => {
    const [last, ...before] = costs.reverse()
    const state = stateOf(capAt(cap), ...before.map((cost, i) => reserve(`r${i}`, cost)))
    try {
      ask(state, 'last', last)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'refused' })
      return false
    }
  }
  const [pureCap, rhoCap, bothCap] = [pure(one), zcdp(one), approximate(one, delta)] as const
  expect(fits(pureCap, zcdp(parseRational('1e-9')))).toBe(false)
  expect(fits(pureCap, approximate(tenth, delta))).toBe(false)
  expect(fits(rhoCap, pure(one), zcdp(rational(1n, 2n)))).toBe(true) // 1^2/2 + 1/2
  expect(fits(rhoCap, pure(one), zcdp(rational(51n, 100n)))).toBe(false)
  expect(fits(rhoCap, approximate(tenth, delta))).toBe(false)
  expect(fits(bothCap, zcdp(rhoFor(one, delta)))).toBe(true)
  expect(fits(bothCap, zcdp(rhoFor(parseRational('1.000001'), delta)))).toBe(false)
  expect(fits(bothCap, approximate(one, delta))).toBe(true)
  expect(fits(bothCap, approximate(tenth, delta), approximate(tenth, delta))).toBe(false) // delta is spent
  expect(fits(bothCap, approximate(tenth, delta), pure(rational(9n, 10n)))).toBe(true)
})

test('without a cap nothing is refused, and a cap may be set below what is spent', () => {
  expect(ask(stateOf(), 'a', pure(rational(10n ** 6n)))).toHaveProperty('entry')
  const lowered = stateOf(reserve('a', pure(rational(5n))), capAt(pure(rational(1n))))
  expect(() => ask(lowered, 'b', pure(tenth))).toThrow(/epsilon 0 of it is left/)
  const lifted = stateOf(capAt(pure(tenth)), capAt(null))
  expect(ask(lifted, 'b', pure(rational(5n)))).toHaveProperty('entry')
})

test('the same run again is a resume; with another cost, another spec or after its end it is refused', () => {
  const state = stateOf(capAt(pure(tenth)), reserve('a'))
  expect(ask(state, 'a', pure(tenth))).toMatchObject({ resumed: { runId: 'a' } }) // though the cap is used up
  expect(() => ask(state, 'a', pure(rational(1n, 11n)))).toThrow(
    /was reserved at epsilon 1\/10 .* asks for epsilon 1\/11/,
  )
  expect(() => ask(state, 'a', pure(tenth), 'other')).toThrow(/another spec/)
  const ended = stateOf(reserve('a'), { type: 'abandon', runId: 'a', reason: 'disk lost' })
  expect(() => ask(ended, 'a', pure(tenth))).toThrow(/abandoned \(disk lost\)/)
})

test('a run is committed once, with one set of measurements', () => {
  const state = stateOf(reserve('a'))
  expect(planCommit(state, 'a', 'm')).toEqual({ type: 'commit', runId: 'a', measurementsHash: 'm' })
  expect(() => planCommit(state, 'b', 'm')).toThrow(/never reserved/)
  const committed = stateOf(reserve('a'), { type: 'commit', runId: 'a', measurementsHash: 'm' })
  expect(planCommit(committed, 'a', 'm')).toBeUndefined()
  expect(() => planCommit(committed, 'a', 'n')).toThrow(/a second draw for one charge/)
  expect(ask(committed, 'a', pure(tenth))).toMatchObject({ resumed: { measurementsHash: 'm' } })
})

test('canonical JSON sorts keys, leaves out the undefined and refuses inexact numbers', () => {
  expect(canonicalJson({ b: [1, 'x', null], a: { d: true, c: undefined } })).toBe('{"a":{"d":true},"b":[1,"x",null]}')
  expect(() => canonicalJson({ a: 0.1 })).toThrow(/write it as text/)
})

test('a drawing is used once: reserved by one run, and kept by it', () => {
  const asked = { runId: 'a', cost: pure(tenth), purpose: 'test', specHash: 'spec', drawing: 'd' }
  const plan = planReservation(stateOf(), asked)
  const entry = 'entry' in plan ? plan.entry : undefined
  expect(entry).toMatchObject({ drawing: 'd' })
  const state = stateOf(entry!)
  expect(planReservation(state, asked)).toHaveProperty('resumed')
  expect(() => planReservation(state, { ...asked, runId: 'b' })).toThrow(/another run/)
  expect(() => planReservation(state, { ...asked, drawing: 'e' })).toThrow(/another noise key/)
  expect(verifyLedger(linesOf(open, entry!, { ...entry, runId: 'b' } as LedgerEntry))).toMatchObject({
    ok: false,
    line: 3,
  })
})

test('what is committed belongs to its drawing, and no other run may commit it', () => {
  const [a, b] = ['a', 'b'].map((runId) => ({ ...reserve(runId), drawing: `drawing ${runId}` }) as LedgerEntry)
  const state = stateOf(a, b)
  const commit = planCommit(state, 'a', 'values')
  expect(commit).toEqual({ type: 'commit', runId: 'a', measurementsHash: committedHash('drawing a', 'values') })
  const after = stateOf(a, b, commit!)
  expect(planCommit(after, 'b', 'values')).toMatchObject({ measurementsHash: committedHash('drawing b', 'values') })
  const stolen: LedgerEntry = { ...commit!, runId: 'b' } as LedgerEntry
  expect(verifyLedger(linesOf(open, a, b, commit!, stolen))).toMatchObject({ ok: false, line: 5 })
})

test('a publication follows a commit; the same files again change nothing, others are written down too', () => {
  const commit: LedgerEntry = { type: 'commit', runId: 'a', measurementsHash: 'm' }
  expect(() => planPublication(stateOf(reserve('a')), 'a', { x: '1' })).toThrow(/no committed measurements/)
  const entry = planPublication(stateOf(reserve('a'), commit), 'a', { x: '1', y: '2' })!
  const state = stateOf(reserve('a'), commit, entry)
  expect(planPublication(state, 'a', { y: '2', x: '1' })).toBeUndefined()
  const again = planPublication(state, 'a', { x: '3' })!
  expect(stateOf(reserve('a'), commit, entry, again).run('a')?.published).toEqual([{ x: '1', y: '2' }, { x: '3' }])
  expect(verifyLedger(linesOf(open, reserve('a'), entry))).toMatchObject({ ok: false, line: 3 })
})
