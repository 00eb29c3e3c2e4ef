import { expect, test } from 'vitest'
import { arrangementsOf } from './arrangements.ts'

test('every arrangement once, in order of moves, and no side empty', () => {
  const found = [...arrangementsOf([0, 1, 2], [3, 4], 9)]
  const names = found.map(([rows, columns]) => `${rows}|${columns}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toHaveLength(2 ** 5 - 2)
  expect(names.slice(0, 2)).toEqual(['0,1,2|3,4', '1,2|0,3,4'])
  const moved = found.map(
    ([rows]) => [0, 1, 2].filter((v) => !rows.includes(v)).length + rows.filter((v) => v > 2).length,
  )
  expect(moved).toEqual([...moved].sort((a, b) => a - b))
  expect([...arrangementsOf([0], [1], 1)]).toEqual([[[0], [1]]])
})
