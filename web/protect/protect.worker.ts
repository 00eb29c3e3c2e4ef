import { expose } from 'comlink'
import wasm from 'highs/runtime?url'
import { newProtectEngine } from './protect-engine.ts'

expose(newProtectEngine({ load: async () => (await import('#highs')).default({ locateFile: () => wasm }) }))
