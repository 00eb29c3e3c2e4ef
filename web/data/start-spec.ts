/** A spec to start from, written by the server beside the file and opened where it belongs. */
import type { Reading, SpecState } from '../answers.ts'
import { ask } from '../api.ts'
import { useMake } from '../make.ts'
import { openIn } from '../opened.ts'
import { loadProject, useProject } from '../project.ts'

export interface StartRequest {
  readonly path: string
  readonly file: string
  readonly for: 'topdown' | 'groups'
  readonly places: readonly string[]
  readonly attributes: readonly string[]
  readonly count: string | null
  readonly person?: string | null
  readonly group?: { readonly unit: string } | { readonly size: string }
  readonly largest?: number
}

export async function startSpec(request: StartRequest): Promise<void> {
  const read: Reading | null = useProject.getState().read
  const { path } = await ask<SpecState>('start/spec', { ...request, ...(read !== null && { read }) })
  await loadProject()
  useMake.setState({ make: null })
  openIn('plan', path)
}

/** A name beside the file that no spec has yet: people-plan.yaml, people-plan-2.yaml. */
export function freeSpecName(file: string, what: string): string {
  const taken = new Set((useProject.getState().project?.specs ?? []).map(({ path }) => path.toLowerCase()))
  const base = `${file.replace(/(\.[^./]*)?(\.gz)?$/i, '')}-${what}`
  for (let i = 1; ; i++) {
    const name = `${base}${i === 1 ? '' : `-${i}`}.yaml`
    if (!taken.has(name.toLowerCase())) return name
  }
}
