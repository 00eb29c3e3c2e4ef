/** What is in the folder: data, specs, releases, ledgers. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isDataFile } from '../data/index.ts'
import { EVIDENCE_NAME, MANIFEST_NAME, readManifest } from '../release/index.ts'
import type { Project, ProjectFile, ProjectRelease } from './answers.ts'
import { SKIPPED, UNFINISHED } from './folder-listing.ts'
import type { OpenedFolder } from './opened-folder.ts'

const SPEC = /\.(ya?ml)$/i
const LEDGER = /ledger[^/]*\.jsonl$/i
/** What a folder through which work is shared holds. */
const RUN_NAME = 'run.json'

/** A folder tree of more entries, or deeper, is no project. */
const MOST_ENTRIES = 5_000
const DEEPEST = 4

export async function readProject(folder: OpenedFolder): Promise<Project> {
  const found: Found = { data: [], specs: [], releases: [], ledgers: [], unfinished: [], shared: [], entries: 0 }
  await walk(folder, folder.path, 0, found)
  const { entries, ...lists } = found
  return { folder: folder.name, ...lists, cut: entries > MOST_ENTRIES }
}

interface Found {
  data: ProjectFile[]
  specs: ProjectFile[]
  releases: ProjectRelease[]
  ledgers: ProjectFile[]
  unfinished: string[]
  shared: string[]
  entries: number
}

async function walk(folder: OpenedFolder, path: string, depth: number, found: Found): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  if (entries.some((entry) => entry.name === MANIFEST_NAME)) return addRelease(folder, path, found)
  if (path !== folder.path && entries.some((entry) => entry.name === RUN_NAME)) {
    found.shared.push(folder.nameOf(path))
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.test(entry.name) || ++found.entries > MOST_ENTRIES) continue
    const at = join(path, entry.name)
    if (entry.isDirectory()) {
      if (UNFINISHED.test(entry.name)) found.unfinished.push(folder.nameOf(at).replace(UNFINISHED, ''))
      else if (depth < DEEPEST) await walk(folder, at, depth + 1, found)
    } else if (entry.isFile()) await addFile(folder, at, entry.name, found)
  }
}

async function addFile(folder: OpenedFolder, path: string, name: string, found: Found): Promise<void> {
  const list = LEDGER.test(name)
    ? found.ledgers
    : SPEC.test(name)
      ? found.specs
      : isDataFile(name)
        ? found.data
        : undefined
  if (list === undefined) return
  const known = await stat(path).catch(() => undefined)
  if (known) list.push({ path: folder.nameOf(path), bytes: known.size, modified: known.mtime.toISOString() })
}

async function addRelease(folder: OpenedFolder, path: string, found: Found): Promise<void> {
  const manifest = await readManifest(path).catch(() => undefined)
  const known = await stat(join(path, MANIFEST_NAME)).catch(() => undefined)
  if (manifest === undefined || known === undefined) return
  const { command, title, runId, stamp } = manifest
  const modified = known.mtime.toISOString()
  const made = (await dayMade(path)) ?? modified.slice(0, 10)
  found.releases.push({ path: folder.nameOf(path), command, title, runId, stamp, made, modified })
}

const evidence = z.object({ release: z.object({ date: z.iso.date() }) })

async function dayMade(release: string): Promise<string | undefined> {
  try {
    return evidence.parse(JSON.parse(await readFile(join(release, EVIDENCE_NAME), 'utf8'))).release.date
  } catch {
    return undefined
  }
}
