/** Writes schema/spec.json, the JSON Schema of a spec, from the built package. Run it after a change to the spec. */
import { writeFileSync } from 'node:fs'
import { specJsonSchema } from '../dist/spec/spec-schema.mjs'

writeFileSync(new URL('../schema/spec.json', import.meta.url), `${JSON.stringify(specJsonSchema(), null, 2)}\n`)
