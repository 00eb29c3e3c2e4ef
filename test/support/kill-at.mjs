/**
 * Loaded before the command (`node --import`): counts every call that changes a file or a folder and ends the process with
 * SIGKILL just before call number TACET_KILL_AT. Writes are made in two halves, and a folder is removed entry by entry, so that
 * the states in between are met too. With TACET_KILL_LOG each call is written down.
 *
 * With TACET_POWER_LOSS=FOLDER the power is lost instead: FOLDER gets what a disk would hold that keeps only what was flushed.
 * A file has the bytes of its last fsync, or none; a folder has the names of its last fsync.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const killAt = Number(process.env.TACET_KILL_AT ?? Number.POSITIVE_INFINITY)
const log = process.env.TACET_KILL_LOG
const real = { ...fs, promises: { ...fs.promises } }
let calls = 0
let isLogging = false

function call(name, path) {
  if (isLogging) return
  calls++
  isLogging = true
  if (log) real.appendFileSync(log, `${calls} ${name} ${String(path)}\n`)
  isLogging = false
  if (calls !== killAt) return
  if (lost) writeOut(inoOf(process.cwd()), lost)
  process.kill(process.pid, 'SIGKILL')
}

const lost = process.env.TACET_POWER_LOSS
/** What is on the disk, by inode: the bytes of a file, or the inodes of a folder by name. */
const disk = new Map()
const inoOf = (path) => real.lstatSync(path).ino

/** Everything that was there before the process began is on the disk. */
function remember(path) {
  const found = real.lstatSync(path)
  if (found.isDirectory()) for (const name of real.readdirSync(path)) remember(join(path, name))
  flushed(path, found.ino)
}

/** Held open, so that the number of a removed file is not given to another. */
const held = []

function flushed(path, ino) {
  if (!lost) return
  held.push(real.openSync(path, 'r'))
  const isFolder = real.lstatSync(path).isDirectory()
  const names = isFolder ? real.readdirSync(path) : []
  disk.set(ino, isFolder ? new Map(names.map((name) => [name, inoOf(join(path, name))])) : real.readFileSync(path))
}

function writeOut(ino, to) {
  const held = disk.get(ino)
  if (!(held instanceof Map)) return real.writeFileSync(to, held ?? '')
  real.mkdirSync(to, { recursive: true })
  for (const [name, inner] of held) {
    const isUnknownFolder = !disk.has(inner) && folders.has(inner)
    if (isUnknownFolder) real.mkdirSync(join(to, name))
    else writeOut(inner, join(to, name))
  }
}

const folders = new Set()
const paths = new Map()
if (lost) remember(process.cwd())

const writes = (flags) => typeof flags === 'string' && flags !== 'r'

for (const name of [
  'rename',
  'unlink',
  'rmdir',
  'mkdir',
  'chmod',
  'link',
  'symlink',
  'copyFile',
  'truncate',
  'writeFile',
  'appendFile',
]) {
  fs.promises[name] = async (...args) => {
    call(name, args[0])
    const result = await real.promises[name](...args)
    if (name === 'mkdir') folders.add(inoOf(args[0]))
    return result
  }
  const sync = `${name}Sync`
  fs[sync] = (...args) => {
    call(sync, args[0])
    return real[sync](...args)
  }
}

fs.promises.open = async (path, flags, ...rest) => {
  if (writes(flags)) call('open', path)
  const file = await real.promises.open(path, flags, ...rest)
  const [sync, writeFile] = [file.sync.bind(file), file.writeFile.bind(file)]
  file.sync = async () => {
    call('sync', path)
    await sync()
    if (lost) flushed(path, (await file.stat()).ino)
  }
  file.writeFile = async (data) => {
    const bytes = Buffer.from(data)
    const half = bytes.length >> 1
    call('write', path)
    await writeFile(bytes.subarray(0, half))
    call('write the rest', path)
    await writeFile(bytes.subarray(half))
  }
  return file
}

fs.openSync = (path, flags, ...rest) => {
  if (writes(flags)) call('openSync', path)
  const file = real.openSync(path, flags, ...rest)
  paths.set(file, path)
  return file
}
fs.fsyncSync = (file) => {
  call('fsyncSync', '')
  real.fsyncSync(file)
  if (lost) flushed(paths.get(file), real.fstatSync(file).ino)
}
for (const name of ['writeSync', 'ftruncateSync']) {
  fs[name] = (...args) => {
    if (args[0] > 2) call(name, '')
    return real[name](...args)
  }
}

async function remove(path, { recursive = false, force = false } = {}) {
  const found = await real.promises.lstat(path).catch(() => undefined)
  if (found === undefined) {
    if (force) return
    throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' })
  }
  if (!found.isDirectory()) return fs.promises.unlink(path)
  if (!recursive) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'ERR_FS_EISDIR' })
  for (const name of (await real.promises.readdir(path)).sort()) await remove(join(path, name), { recursive, force })
  return fs.promises.rmdir(path)
}
fs.promises.rm = remove
fs.rmSync = (path, options) => {
  call('rmSync', path)
  return real.rmSync(path, options)
}

syncBuiltinESMExports()
