import { expect, test } from 'vitest'
import { untilFree, untilFreeSync } from './held.ts'

const failing = (times: number, code: string): { work: () => string; tries: () => number } => {
  let tries = 0
  return {
    tries: () => tries,
    work: () => {
      tries++
      if (tries > times) return 'moved'
      throw Object.assign(new Error('in use'), { code })
    },
  }
}

test('a file that another program holds is moved once it lets go', async () => {
  const file = failing(2, 'EPERM')
  expect(await untilFree(async () => file.work(), [1, 1, 1])).toBe('moved')
  expect(file.tries()).toBe(3)
  expect(untilFreeSync(failing(3, 'EBUSY').work, [1, 1, 1])).toBe('moved')
})

test('one that is held for good is given up with what the system said', async () => {
  const file = failing(9, 'EACCES')
  await expect(untilFree(async () => file.work(), [1, 1])).rejects.toMatchObject({ code: 'EACCES' })
  expect(file.tries()).toBe(3)
  expect(() => untilFreeSync(failing(9, 'EPERM').work, [1])).toThrow('in use')
})

test('what no waiting helps is not tried again', async () => {
  const file = failing(1, 'ENOENT')
  await expect(untilFree(async () => file.work(), [1])).rejects.toMatchObject({ code: 'ENOENT' })
  expect(file.tries()).toBe(1)
})
