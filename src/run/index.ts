// Specs: one file that holds a whole plan.

// The synthetic town.
export { makeTown, TOWN_SEED, type Town } from './demo/town.ts'
export { writeNewFile } from './new-file.ts'
// Runs: progress, folders, durable files.
export { formatBytes, formatSeconds, type Progress, SILENT, secondsLeft } from './progress.ts'
export { RunFolder, type RunIdentity } from './run-folder.ts'
export { compileGeography, compileSchema, compileSource, levelNames } from './spec/compile-spec.ts'
export { EXAMPLE_SPEC, starterSpec } from './spec/example-spec.ts'
export { parseSpec, readSpec, type SpecFile } from './spec/read-spec.ts'
export { type Spec, specJsonSchema } from './spec/spec-schema.ts'
