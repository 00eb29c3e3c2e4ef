/** What the system refused, in words for the person who can mend it. */

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['EISDIR', 'it is a folder, not a file'],
  ['EEXIST', 'it is there already'],
  ['ENOTEMPTY', 'the folder is not empty'],
  ['ENAMETOOLONG', 'the name is longer than a file name can be'],
  ['ELOOP', 'the link leads round in a circle'],
  ['EINVAL', 'it is no file that can be used for this'],
  ['ENXIO', 'it is no file that can be used for this'],
  ['ENODEV', 'it is no file that can be used for this'],
  ['ENOTSUP', 'the file system cannot do this'],
  ['EXDEV', 'it lies on another file system'],
  ['EBUSY', 'something else is using it'],
  ['ETXTBSY', 'something else is using it'],
  ['EMFILE', 'too many files are open. Close some programs and run it again'],
  ['ENFILE', 'too many files are open. Close some programs and run it again'],
  ['ENOSPC', 'the disk is full. Free some space and run it again'],
  ['EDQUOT', 'the disk quota is used up. Free some space and run it again'],
  ['EFBIG', 'the file would be too large for the file system'],
  ['EIO', 'the disk reports an error'],
])

/** The message for an error of a system call; undefined for any other error. */
export function systemFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string }
  if (code === 'ERR_INVALID_ARG_VALUE' && error.message.includes('null bytes'))
    return 'A file name holds a null character. Write it without.'
  const reason = REASONS.get(code)
  if (reason === undefined || syscall === undefined) return undefined
  const where = dest ?? path
  return `${where === undefined ? 'A file' : shortened(where)} cannot be used: ${reason} (${syscall}).`
}

/** The end of a long path: that is where the name is. */
function shortened(path: string): string {
  return path.length > 200 ? `...${path.slice(-200)}` : path
}
