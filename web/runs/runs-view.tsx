/** Everything that runs or ran in this folder, and what else a spec could do. */

import { Button } from 'react-aria-components'
import { ask } from '../api.ts'
import { anonymizeFromFile, planFromFile } from '../make.ts'
import { noteOpened, useOpenedOf } from '../opened.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Gone } from '../parts/gone.tsx'
import { useLoaded } from '../parts/load.tsx'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { useProject } from '../project.ts'
import { PlanFacts } from './plan-facts.tsx'
import { RunCard } from './run-card.tsx'
import { SharedCard } from './shared-card.tsx'
import { StartRun } from './start-run.tsx'
import { useRuns } from './store.ts'

export function RunsView(): React.JSX.Element {
  const { project } = useProject()
  const { runs, shared } = useRuns()
  const opened = useOpenedOf('runs', project?.specs.map(({ path }) => path) ?? [])
  const spec = opened.isGone ? null : opened.path
  const modified = project?.specs.find(({ path }) => path === spec)?.modified
  const offered = useLoaded(
    () =>
      spec === null ? Promise.resolve(null) : ask<{ capabilities: readonly string[] }>('runs/offered', { path: spec }),
    [spec, modified],
  )
  const running = [...runs, ...shared].filter(({ state }) => state === 'running').length
  return (
    <>
      <aside className="left" aria-label="Specs in the folder">
        <section>
          <h2>Specs</h2>
          {project?.specs.length === 0 && <p className="hint">none in this folder</p>}
          <ul className="file-list">
            {(project?.specs ?? []).map(({ path }) => (
              <li key={path}>
                <Button className={path === spec ? 'file chosen' : 'file'} onPress={() => noteOpened('runs', path)}>
                  <span className="chip-name">{path}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      <ScrollMain>
        {opened.isGone && opened.path !== null ? (
          <Gone view="runs" path={opened.path} />
        ) : spec === null && runs.length + shared.length === 0 ? (
          <EmptyState
            title="There is no spec to run in this folder."
            hint="A run does what a spec asks for and writes a release. It continues when this page is closed."
            steps={[
              { words: 'Plan a private release', onPress: planFromFile },
              { words: 'Anonymise records', onPress: anonymizeFromFile },
            ]}
          />
        ) : (
          <div className="verdict">
            <h1>{headline(runs.length + shared.length, running)}</h1>
            <p className="hint">
              A run continues when this page is closed. One that was stopped resumes where it was and is never charged
              twice.
            </p>
          </div>
        )}
        <div className="runs">
          {runs.map((run) => (
            <RunCard key={run.out} run={run} />
          ))}
          {shared.map((run) => (
            <SharedCard key={run.folder} run={run} />
          ))}
        </div>
      </ScrollMain>
      <aside className="right" aria-label="Start a run">
        {offered.fault !== null && <p className="fault">{offered.fault}</p>}
        {spec !== null &&
          (offered.value?.capabilities ?? []).map((capability) => (
            <div key={`${spec} ${capability} ${modified}`}>
              <PlanFacts spec={spec} capability={capability} />
              <StartRun spec={spec} capability={capability} />
            </div>
          ))}
      </aside>
    </>
  )
}

function headline(all: number, running: number): string {
  if (running > 0) return running === 1 ? 'One run is under way.' : `${running} runs are under way.`
  return all === 0 ? 'Nothing has run since the studio was opened.' : 'Nothing is running now.'
}
