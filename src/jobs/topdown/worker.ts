/** What a worker thread does for a top-down release. Everything it gets is public: measurements and facts. */
export { addChunk, carryChunk, solveChunk, sumChunk } from './chunk-work.ts'
