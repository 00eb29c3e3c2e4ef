import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { chachaBlock } from './chacha-block.ts'
import { osEntropy, WordEntropy } from './entropy.ts'
import { keyedEntropy, newNoiseKey } from './noise-key.ts'
import { seededEntropy } from './seeded.ts'

/** An entropy that reads these words, and fails when asked for more. */
function scripted(...words: number[]): WordEntropy {
  let at = 0
  return new WordEntropy(
    (buffer) => {
      if (at === words.length) throw new Error('asked for a word too many')
      buffer[0] = words[at++]
    },
    1,
    true,
  )
}

test('the ChaCha20 block of RFC 8439, section 2.3.2', () => {
  const state = Uint32Array.from([
    0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x13121110,
    0x17161514, 0x1b1a1918, 0x1f1e1d1c, 0x00000001, 0x09000000, 0x4a000000, 0x00000000,
  ])
  const out = new Uint32Array(16)
  chachaBlock(state, out)
  expect([...out].map((word) => word.toString(16).padStart(8, '0')).join(' ')).toBe(
    'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
      '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
  )
})

test.each([0, 1, 256, 65_537, 2 ** 32, 2 ** 40 + 3])(
  'stream %d of a key is ChaCha20 from its first block on, as another program has it',
  (stream) => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 1)
    const iv = new DataView(new ArrayBuffer(16)) // a block counter of 0, and the nonce
    iv.setUint32(4, stream >>> 0, true)
    iv.setUint32(8, Math.floor(stream / 2 ** 32), true)
    const words = 3 * 4096 // more than a bufferful
    const bytes = createCipheriv('chacha20', key, new Uint8Array(iv.buffer)).update(new Uint8Array(4 * words))
    const entropy = keyedEntropy(key, stream)
    const drawn = Uint32Array.from({ length: words }, () => entropy.belowSmall(2 ** 32))
    expect(drawn).toEqual(Uint32Array.from({ length: words }, (_, i) => bytes.readUInt32LE(4 * i)))
  },
)

test('a seed repeats itself; another seed or stream does not; and the source says what it is', () => {
  const draws = (seed: number | string, stream?: number): string => {
    const entropy = seededEntropy(seed, stream)
    return Array.from({ length: 5000 }, () => entropy.belowSmall(1000)).join()
  }
  expect(draws('a')).toBe(draws('a'))
  expect(new Set([draws('a'), draws('b'), draws(1), draws(1, 1), draws(1, 2 ** 32)]).size).toBe(5)
  expect(() => seededEntropy('x'.repeat(33))).toThrow(/33 bytes/)
  expect(seededEntropy(1).seeded).toBe(true)
  expect(osEntropy().seeded).toBe(false)
})

test('below keeps the fewest bits that do, and draws again above the end', () => {
  expect(scripted(0x40000000).below(3n)).toBe(1n)
  expect(scripted(0xffffffff, 0x80000000).below(3n)).toBe(2n) // 3 is rejected
  expect(scripted().below(1n)).toBe(0n)
  expect(scripted(0xffffffff).belowSmall(2 ** 32)).toBe(0xffffffff)
  expect(scripted(0x80000000, 7).belowSmall(2 ** 33)).toBe(2 ** 32 + 7)
  expect(scripted(0xffffffff, 0xffffffff).belowSmall(2 ** 53)).toBe(2 ** 53 - 1)
  expect(scripted(0xffffffff, 1, 0x7fffffff, 2).below(2n ** 53n + 1n)).toBe((0x1fffffn << 32n) | 2n) // one rejection
})

test('bigint and Number draws agree word by word', () => {
  const n = fc.bigInt({ min: 1n, max: 2n ** 53n })
  fc.assert(
    fc.property(n, fc.nat(), (size, seed) => {
      const [wide, small] = [seededEntropy(seed), seededEntropy(seed)]
      for (let i = 0; i < 20; i++) expect(wide.below(size)).toBe(BigInt(small.belowSmall(Number(size))))
    }),
  )
  fc.assert(
    fc.property(n, n, fc.integer({ min: 1, max: 1000 }), fc.nat(), (a, b, k, seed) => {
      const [num, den] = a < b ? [a, b] : [b, a]
      const [exact, near] = [seededEntropy(seed), seededEntropy(seed)]
      for (let i = 0; i < 20; i++) {
        expect(near.chanceNear(Number(num) / Number(den), k, num, den)).toBe(exact.chance(num, den * BigInt(k)))
      }
      expect(near.belowSmall(2 ** 32)).toBe(exact.belowSmall(2 ** 32)) // no word more, no word less
    }),
  )
})

test.each([
  [1n, 3n, 0x55555555],
  [2n, 7n, 0x49249249],
  [10n ** 15n - 1n, 10n ** 15n, 0xffffffff],
  [1n, 10n ** 15n, 0],
])('a toss of %i/%i is decided at the word %i and not before', (num, den, edge) => {
  const near = Number(num) / Number(den)
  const tosses = (...words: number[]): boolean[] => [
    scripted(...words).chance(num, den),
    scripted(...words).chanceNear(near, 1, num, den),
  ]
  if (edge > 0) expect(tosses(edge - 1)).toEqual([true, true])
  if (edge < 0xffffffff) expect(tosses(edge + 1)).toEqual([false, false])
  expect(() => tosses(edge)).toThrow('a word too many') // the next word decides
  expect(tosses(edge, 0)).toEqual([true, true])
  expect(tosses(edge, 0xffffffff)).toEqual([false, false])
})

test('certain and impossible tosses draw nothing', () => {
  const none = scripted()
  expect([none.chance(0n, 5n), none.chance(-1n, 5n), none.chance(5n, 5n), none.chance(6n, 5n)]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect([none.chanceNear(0, 1, 0, 5), none.chanceNear(1, 1, 5, 5)]).toEqual([false, true])
})

test('uniform draws are uniform: chi-square limits at a false-alarm rate of 1e-6', () => {
  for (const [name, entropy] of [
    ['seeded', seededEntropy('uniform')],
    ['seeded stream', seededEntropy('uniform', 7)],
  ] as const) {
    const n = 400_000
    const counts = new Float64Array(100)
    for (let i = 0; i < n; i++) counts[entropy.belowSmall(100)]++
    const statistic = counts.reduce((total, count) => total + (count - n / 100) ** 2 / (n / 100), 0)
    // Laurent and Massart: 99 + 2 sqrt(99 x) + 2x with x = ln 1e6. A source 2 % rich in even numbers adds n * 0.02^2 = 160.
    const limit = 99 + 2 * Math.sqrt(99 * Math.log(1e6)) + 2 * Math.log(1e6)
    expect(statistic, `${name}: ${n} draws`).toBeLessThan(limit)
  }
})

test('the operating system gives words that differ', () => {
  const entropy = osEntropy()
  const seen = new Set(Array.from({ length: 40_000 }, () => entropy.below(2n ** 100n)))
  expect(seen.size).toBe(40_000) // a repeat has probability below 1e-20
})

test('the operating system is asked for every word and every key, and what it gives is what is used', () => {
  const given: number[] = []
  const spy = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = new Uint8Array(array!.buffer, array!.byteOffset, array!.byteLength)
    for (let i = 0; i < bytes.length; i++) bytes[i] = (7 * i + given.length) & 255
    given.push(bytes.length)
    return array
  })
  try {
    const words = new Uint32Array(16384)
    globalThis.crypto.getRandomValues(words)
    given.length = 0
    const entropy = osEntropy()
    for (const word of words.subarray(0, 100)) expect(entropy.belowSmall(2 ** 32)).toBe(word)
    expect(given).toEqual([65536])
    expect([...newNoiseKey()].slice(0, 3)).toEqual([1, 8, 15])
    expect(given).toEqual([65536, 32])
  } finally {
    spy.mockRestore()
  }
})

test('a key repeats its draws; another key or stream does not; and it is not a seed', () => {
  const key = newNoiseKey()
  const draws = (from: Uint8Array, stream = 0): string => {
    const entropy = keyedEntropy(from, stream)
    return Array.from({ length: 500 }, () => entropy.belowSmall(1000)).join()
  }
  expect(draws(key)).toBe(draws(key.slice()))
  for (let bit = 0; bit < 256; bit++) {
    const other = key.slice()
    other[bit >> 3] ^= 1 << (bit & 7)
    expect(draws(other), `bit ${bit}`).not.toBe(draws(key))
  }
  expect(new Set([draws(key), draws(key, 1), draws(key, 2 ** 32), draws(newNoiseKey())]).size).toBe(4)
  expect(keyedEntropy(key).seeded).toBe(false)
  expect(() => keyedEntropy(key.subarray(1))).toThrow('32 bytes')
})
