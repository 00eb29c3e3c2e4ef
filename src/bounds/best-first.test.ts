import { expect, test } from 'vitest'
import { BestFirst } from './best-first.ts'

test('the most detailed first, then the fewest changes, by the least difference that a double of bits has', () => {
  const queue = new BestFirst<{ detail: number; changes: number }>()
  const details = [Number.POSITIVE_INFINITY, 40, 40 - 2 ** -32, 3 + 2 ** -32, 3, 0]
  const all = details.flatMap((detail) => [0, 1, 2, 900].map((changes) => ({ detail, changes })))
  for (const place of all.keys()) queue.push(all[(place * 7) % all.length])
  const order: unknown[] = []
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    order.push(next)
    if (order.length === 5) queue.push({ ...all[4], changes: 0 }) // its place is that of one that left
  }
  expect(order).toEqual([...all.slice(0, 5), all[4], ...all.slice(5)])
})
