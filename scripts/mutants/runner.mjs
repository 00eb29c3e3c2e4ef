/**
 * Runs tests when it is told to, in one process, so that what is loaded stays loaded: a message { changed, tests } is answered with
 * the tests that failed and how long each took. Whoever started it ends it when no answer comes.
 */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'

const root = process.cwd()
const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.config.ts'),
  watch: false,
  run: true,
  reporters: [{}],
  maxWorkers: 1,
})
await vitest.standalone()

process.on('message', async ({ changed, tests }) => {
  for (const file of changed) vitest.invalidateFile(join(root, file))
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(join(root, test)))
  vitest.state.filesMap.clear() // or the answer would have what failed before
  vitest.state.clearErrors()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false)
  const results = testModules.map((module) => {
    const { duration, collectDuration, prepareDuration } = module.diagnostic()
    const test = module.moduleId.slice(root.length + 1)
    return { test, ok: module.ok(), time: duration + collectDuration + prepareDuration }
  })
  process.send({ results, errors: unhandledErrors.length })
})
process.send('ready')
