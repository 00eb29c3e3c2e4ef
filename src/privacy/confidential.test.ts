import { inspect } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Confidential, confidential, forThread, fromThread, open } from './confidential.ts'

const SECRET = 424242
const box = confidential(Int32Array.of(SECRET, 7))

test.each([
  ['JSON.stringify', () => JSON.stringify({ rows: [box] })],
  ['inspect', () => inspect({ deep: { er: [box] } }, { depth: null, showHidden: true, customInspect: true })],
  ['inspect without custom inspection', () => inspect(box, { depth: null, showHidden: true, customInspect: false })],
  ['concatenation', () => [`${box}`, String(box), [box].join()].join()],
  ['an error message', () => inspect(new Error(`failed on ${box}`, { cause: box }))],
  ['own keys and values', () => Reflect.ownKeys(box).map(String).join() + Object.entries({ ...box }).join()],
  ['structured clone', () => inspect(structuredClone(box))],
  ['a parcel as JSON', () => JSON.stringify(forThread(box))],
  ['a parcel inspected', () => inspect(forThread(box), { depth: null })],
  ['a parcel concatenated', () => `${forThread(box)}`],
])('%s does not tell', (_, show) => {
  expect(show()).not.toContain(String(SECRET))
})

test('it prints as what it is', () => {
  expect([`${box}`, JSON.stringify(box), inspect(box)]).toEqual([
    '[confidential]',
    '"[confidential]"',
    '[confidential]',
  ])
  expect(Object.isFrozen(box)).toBe(true)
})

test('the door gives the value back, the very same', () => {
  const value = { a: 1 }
  expect(open(confidential(value))).toBe(value)
})

test('a box that was not locked here is refused rather than read as nothing', () => {
  expect(() => open(new Confidential<number>())).toThrow(TypeError)
})

test('a parcel goes to another thread and is locked up again there', async () => {
  const { port1, port2 } = new MessageChannel()
  const arrived = new Promise<unknown>((resolve) => port2.once('message', resolve))
  port1.postMessage(forThread(box))
  const copy = fromThread<Int32Array>(await arrived)
  port1.close()
  expect(copy).toBeInstanceOf(Confidential)
  expect(open(copy)).toEqual(Int32Array.of(SECRET, 7))
  expect(() => fromThread({ other: 1 })).toThrow(TypeError)
})

test('shared memory is not copied on the way', () => {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  expect(open(fromThread<Int32Array>(forThread(confidential(shared))))).toBe(shared)
})
