/**
 * Files that last.
 *
 * 1. flushed writes, and what a failed write means in plain words
 * 2. a file that must be new, that must be a regular one, that must stay in a folder
 * 3. who a process is, and a folder of its own that does not outlive it for long
 */

// 1. flushed writes

export { FOLDERS_CAN_BE_FLUSHED, makeFolders, syncFolder, syncTree, writeDurably, writeError } from './durable.ts'

export { move, moveSync, removeAll, removeFileSync, untilFree } from './held.ts'

// 2. a file that must be new

export { isInside, isReallyInside, linkOutOf } from './inside.ts'
export { writeNewFile } from './new-file.ts'
export { MODES_KEEP_OTHERS_OUT } from './owner-only.ts'
export { checkRegularFile } from './regular-file.ts'

export { wayTo } from './way-to.ts'

// 3. who a process is, and a folder of its own

export { makeOwnFolder, type OwnFolder } from './own-folder.ts'
export { hasEnded, ownIdentity, type ProcessIdentity } from './process-identity.ts'
