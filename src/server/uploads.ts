/**
 * A file dropped onto the page, copied into the folder piece by piece: what is posted is JSON, and no piece is larger than a request may
 * be. It has its name when the last piece is there, and no file is ever written over.
 */
import { link, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isDataFile } from '../data/index.ts'
import { badInput, clipped } from '../request-error.ts'
import type { OpenedFolder } from './opened-folder.ts'

/** Larger files are put into the folder by other means: a browser reads each byte of them more than once. */
export const MOST_UPLOADED: number = 512 * 1024 * 1024

export const uploadPiece = z.strictObject({
  /** Made by the page for each file. */
  id: z.string().regex(/^[a-z0-9]{8,32}$/),
  name: z.string().max(200),
  total: z.int().min(1),
  /** Where this piece begins. */
  at: z.int().min(0),
  /** In base64. */
  bytes: z.base64(),
})

export type UploadPiece = z.output<typeof uploadPiece>

const partPath = (folder: OpenedFolder, id: string): string => join(folder.path, `.tacet-upload-${id}`)

const PIECE_MISSING = 'A piece of the file is missing. Drop it again.'

/** Writes one piece; the name of the file in the folder once it is whole. */
export async function takePiece(
  folder: OpenedFolder,
  { id, name, total, at, bytes }: UploadPiece,
): Promise<string | null> {
  if (!/^[^/\\]+$/.test(name) || !isDataFile(name))
    throw badInput(
      `"${clipped(name)}" is not read here. Drop a CSV, TSV (also .gz), Excel, SPSS, Stata, Parquet or Arrow file.`,
    )
  if (total > MOST_UPLOADED)
    throw badInput(
      `${clipped(name)} is larger than ${MOST_UPLOADED >> 20} MB. Put it into the folder ${folder.name} yourself; the page shows it then.`,
    )
  const target = await folder.writable(name)
  if ((await stat(target).catch(() => undefined)) !== undefined)
    throw badInput(
      `${clipped(name)} is in the folder already and is not written over. Choose it on the left, or rename yours.`,
    )
  const part = partPath(folder, id)
  const piece = Buffer.from(bytes, 'base64')
  const written = await writePiece(part, at, piece).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC') throw badInput('The disk is full. Nothing of the file is kept.')
    if (error.code === 'ENOENT') throw badInput(PIECE_MISSING)
    throw error
  })
  if (written > total) {
    await rm(part, { force: true })
    throw badInput(`${clipped(name)} is longer than was announced. Drop it again.`)
  }
  if (written < total) return null
  await link(part, target) // fails where a file of that name has come to be there
  await rm(part)
  return name
}

/** The length of the part once the piece is in it. A piece follows the one before it, and the first begins a new file. */
async function writePiece(part: string, at: number, piece: Buffer): Promise<number> {
  const file = await open(part, at === 0 ? 'wx' : 'r+', 0o600)
  try {
    const { size } = await file.stat()
    if (size !== at) throw badInput(PIECE_MISSING)
    await file.write(piece, 0, piece.length, at)
    if (piece.length > 0) await file.datasync()
    return at + piece.length
  } finally {
    await file.close()
  }
}

/** What an earlier studio, or a page that was closed, left unfinished. */
export async function removeParts(folder: OpenedFolder): Promise<void> {
  for (const name of await readdir(folder.path))
    if (/^\.tacet-upload-[a-z0-9]{8,32}$/.test(name)) await rm(join(folder.path, name), { force: true })
}
