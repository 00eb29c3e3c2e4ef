/** What the server tells by itself: changes in the folder. The browser asks again by itself when the line breaks. */

import { create } from 'zustand'
import type { RunState, SharedRun } from '../src/server/answers.ts'
import { followAudit } from './audit/opened-audit.ts'
import { type Changed, tellFolderChange } from './folder-changes.ts'
import { followDescription, loadProject } from './project.ts'
import { loadRuns, loadShared, noteRun, useRuns } from './runs/store.ts'

export const useConnection = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: true }))

export function listen(): () => void {
  const source = new EventSource('/api/events')
  let isFirst = true
  source.addEventListener('hello', () => {
    useConnection.setState({ isOpen: true })
    void Promise.all([loadRuns(), loadShared(), loadProject()]).catch(() => {})
    if (!isFirst) follow('anything') // what changed while the line was down was reported to nobody
    isFirst = false
  })
  source.addEventListener('run', (event) => {
    const { run } = JSON.parse(event.data) as { run: RunState }
    noteRun(run)
    // Its release is in the folder by now; the folder's own changes may have been reported before it was whole.
    if (run.state !== 'running') void loadProject().catch(() => {})
  })
  source.addEventListener('changed', (event) => {
    const { paths } = JSON.parse(event.data) as { paths: string[] }
    follow(paths)
    if (paths.some((path) => path.endsWith('run.json'))) void Promise.all([loadShared(), loadRuns()]).catch(() => {})
  })
  source.addEventListener('shared', (event) => {
    const { runs } = JSON.parse(event.data) as { runs: readonly SharedRun[] }
    useRuns.setState({ shared: runs })
  })
  source.onerror = () => useConnection.setState({ isOpen: false })
  return () => source.close()
}

function follow(changed: Changed): void {
  void loadProject()
    .then(() => Promise.all([followDescription(changed), followAudit(changed)]))
    .catch(() => {})
  tellFolderChange(changed)
}
