/** The folder and the file that are open. */

import { create } from 'zustand'
import type { Project } from '../src/server/answers.ts'
import type { FileDescription, Reading } from './answers.ts'
import { ask, wordsOf } from './api.ts'
import { type Changed, concerns, isAt } from './folder-changes.ts'

export interface ProjectState {
  readonly project: Project | null
  /** The data file that was described last. */
  readonly file: string | null
  readonly description: FileDescription | null
  readonly count: string | null
  /** How the person says the file is read, where it can be read in two ways. */
  readonly read: Reading | null
  /** Why the file cannot be described any more; what is shown was read before. */
  readonly stale: string | null
}

export const useProject = create<ProjectState>()(() => ({
  project: null,
  file: null,
  description: null,
  count: null,
  read: null,
  stale: null,
}))

let asked = 0

/** Of several answers on their way the one that was asked for last counts. */
export async function loadProject(): Promise<Project> {
  const mine = ++asked
  const project = await ask<Project>('project')
  if (mine === asked) useProject.setState({ project })
  return project
}

export const readDescription = (file: string, read: Reading | null): Promise<FileDescription> =>
  ask<FileDescription>('describe', { file, ...(read !== null && { read }) })

export async function describeFile(file: string, read: Reading | null = null): Promise<FileDescription> {
  const description = await readDescription(file, read)
  const count = description.columns.find(({ looksLike }) => looksLike === 'count')?.name ?? null
  useProject.setState({ file, description, count, read, stale: null })
  return description
}

/** The file that is described was changed outside: it is read again. */
export async function followDescription(changed: Changed): Promise<void> {
  const { file, read } = useProject.getState()
  if (file === null || !concerns(changed, isAt(file))) return
  const isStill = (): boolean => useProject.getState().file === file && useProject.getState().read === read
  try {
    const description = await readDescription(file, read)
    if (isStill()) useProject.setState({ description, stale: null })
  } catch (error) {
    if (isStill()) useProject.setState({ stale: wordsOf(error) })
  }
}
