/** Files that are replaced whole, synchronously: the ledger holds its lock for as short a time as it can. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { FOLDERS_CAN_BE_FLUSHED, moveSync } from '../files/index.ts'
import type { StepHook } from './lock.ts'

export function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}

/** Writes a file aside, flushes it and moves it into place. `name` is what the steps are called. */
export function replaceFile(path: string, text: string, name: string, onStep: StepHook = () => {}): void {
  onStep(`write ${name}`)
  withFile(`${path}.new`, 'w', (file) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    onStep(`sync ${name}`)
    fsyncSync(file)
  })
  onStep(`replace ${name}`)
  moveSync(`${path}.new`, path)
  onStep('sync folder')
  syncFolderOf(path)
}

/** A new name is durable once its folder is. */
export function syncFolderOf(path: string): void {
  if (FOLDERS_CAN_BE_FLUSHED) withFile(dirname(path), 'r', fsyncSync)
}
