/** Files that last: flushed writes, new files, and what a failed write means in plain words. */
export { makeFolders, syncFolder, syncTree, writeDurably, writeError } from './durable.ts'
export { writeNewFile } from './new-file.ts'
export { checkRegularFile } from './regular-file.ts'
