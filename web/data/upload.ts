/** A file of the person's machine, copied into the folder piece by piece. */
import { create } from 'zustand'
import { ask, RefusedError, wordsOf } from '../api.ts'
import { describeFile, loadProject } from '../project.ts'
import { openView } from '../routes.ts'
import { openSession } from '../session.ts'

/** Bytes of a piece: a request with it in base64 stays below what the server takes. */
const PIECE = 1024 * 1024

export interface UploadState {
  readonly name: string | null
  /** From 0 to 1. */
  readonly share: number
  readonly fault: string | null
}

export const useUpload = create<UploadState>()(() => ({ name: null, share: 0, fault: null }))

/** Copies one file into the folder and shows what is in it. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const [file, ...rest] = files
  if (file === undefined) return
  useUpload.setState({ name: file.name, share: 0, fault: null })
  try {
    if (rest.length > 0) throw new RefusedError(422, 'Drop one file at a time.')
    await openSession() // a file can be dropped before the page has its key
    const path = await copy(file)
    await loadProject()
    await describeFile(path)
    openView('data')
    useUpload.setState({ name: null })
  } catch (error) {
    useUpload.setState({ name: null, fault: wordsOf(error) })
  }
}

async function copy(file: File): Promise<string> {
  if (file.size === 0) throw new RefusedError(422, `${file.name} is empty, or a folder. Drop a file.`)
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = await base64(file.slice(at, at + PIECE))
    const { path } = await ask<{ path: string | null }>('upload', { id, name: file.name, total: file.size, at, bytes })
    useUpload.setState({ share: Math.min(1, (at + PIECE) / file.size) })
    if (path !== null) return path
  }
  throw new RefusedError(422, `${file.name} changed while it was read. Drop it again.`)
}

function base64(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new RefusedError(422, 'The file cannot be read. Is it still there?'))
    reader.readAsDataURL(piece)
  })
}
