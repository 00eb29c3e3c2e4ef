/** k-anonymity: the loss falling while the search works, stopped when it will do; then what was lost, and where. */

import { useState } from 'react'
import { Button } from 'react-aria-components'
import { isTelling } from '../../src/anonymity/publish/gap-words.ts'
import type { ProjectRelease, RunState } from '../../src/server/answers.ts'
import { ask } from '../api.ts'
import { anonymizeFromFile } from '../make.ts'
import { noteOpened, useOpened } from '../opened.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { number } from '../parts/format.ts'
import { useLoaded } from '../parts/load.tsx'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { useProject } from '../project.ts'
import type { ReleaseAnswer } from '../releases/release-types.ts'
import { RunCard } from '../runs/run-card.tsx'
import { SpecChoice } from '../runs/spec-choice.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { enoughRun, useRuns } from '../runs/store.ts'
import { besideSpec } from '../spec-paths.ts'
import { BeforeAfter } from './before-after.tsx'
import { HierarchyEditor } from './hierarchy-editor.tsx'
import { LossAndRisk } from './loss-and-risk.tsx'
import { LossChart } from './loss-chart.tsx'
import { type OpenedSpec, useOpenedSpec } from './opened-spec.ts'
import { SpecRoles } from './spec-roles.tsx'
import { useSpecWriter } from './spec-writer.ts'

const choose = (path: string): void => noteOpened('anonymity', path)

export function AnonymityView(): React.JSX.Element {
  const spec = useOpened('anonymity')
  const [column, setColumn] = useState<string | null>(null)
  const { project } = useProject()
  const modified = project?.specs.find(({ path }) => path === spec)?.modified
  const opened = useOpenedSpec(spec)
  const write = useSpecWriter(opened)
  const edited = opened.value?.columns.find(({ name }) => name === column)
  const { runs } = useRuns()
  const own = runs.filter((one) => one.capability === 'anonymize' && one.spec === spec)
  const run = own.find(({ state }) => state === 'running') ?? own[0]
  const releases = (project?.releases ?? []).filter(({ command }) => command === 'anonymize')
  const found = useLoaded(() => madeFrom(spec), [spec, modified, JSON.stringify(releases)])
  const made = found.value?.spec === spec ? found.value.releases : null // not those of the spec before
  const shown = releases.find(({ path }) => path === run?.out) ?? releases.find(({ path }) => path === made?.[0])
  const others = made === null ? [] : releases.filter(({ path }) => !made.includes(path))
  const loaded = useLoaded(
    () => (shown === undefined ? Promise.resolve(null) : ask<ReleaseAnswer>('releases/read', { path: shown.path })),
    [shown?.path, shown?.modified],
  )
  const release = shown !== undefined && loaded.value?.path === shown.path ? loaded.value : null
  return (
    <>
      <aside className="left" aria-label="Specs with an anonymisation">
        <SpecChoice capability="anonymize" chosen={spec} onChoose={choose} />
        {spec !== null && <SpecRoles key={spec} {...{ opened, write }} chosen={column} onLevels={setColumn} />}
      </aside>
      <ScrollMain>
        {spec === null ? <NoSpec /> : <AnonymityHead run={run} release={release} />}
        {opened.value !== null && edited !== undefined && (
          <HierarchyEditor
            key={`${spec} ${edited.name}`}
            state={opened.value.state}
            column={edited}
            write={write}
            onClose={() => setColumn(null)}
          />
        )}
        {run === undefined && shown === undefined && spec !== null && others.length > 0 && (
          <OtherReleases spec={spec} releases={others} />
        )}
        {run !== undefined && (
          <div className="runs">
            <RunCard run={run} />
            {run.best.length > 0 && <LossChart points={run.best} />}
          </div>
        )}
        {run?.state !== 'running' && release !== null && (
          <>
            <LossAndRisk release={release} />
            <BeforeAfter release={release} source={sourceOf(opened.value)} />
          </>
        )}
      </ScrollMain>
      <aside className="right" aria-label="The search">
        {run?.state === 'running' && run.best.length > 0 && (
          <section>
            <h2>The search</h2>
            <Button className="act primary" onPress={() => void enoughRun(run.out)}>
              <b>This will do</b>
              <span>end the search and publish the best found so far</span>
            </Button>
          </section>
        )}
        {release !== null && run?.state !== 'running' && <LossFigures release={release} />}
        {spec !== null && <StartRun key={spec} spec={spec} capability="anonymize" />}
      </aside>
    </>
  )
}

/** The releases that were made from the spec as it is now, the last first. */
async function madeFrom(spec: string | null): Promise<{ spec: string | null; releases: readonly string[] }> {
  if (spec === null) return { spec, releases: [] }
  return { spec, ...(await ask<{ releases: readonly string[] }>('releases/anonymized', { path: spec })) }
}

function sourceOf(opened: OpenedSpec | null): string | undefined {
  const file = opened?.spec.source?.file
  return file === undefined || opened === null ? undefined : besideSpec(opened.state.path, file)
}

interface OthersProps {
  readonly spec: string
  readonly releases: readonly ProjectRelease[]
}

/** Releases that show nothing of this spec are named, not shown. */
function OtherReleases({ spec, releases }: OthersProps): React.JSX.Element {
  const last = releases.reduce((latest, one) => (one.made > latest.made ? one : latest))
  return (
    <p className="hint" data-other-release={last.path}>
      Nothing in this folder was made from {spec} as it is now. The last extract here is {last.path}, made with other
      columns or settings; it stands under Releases.
    </p>
  )
}

function NoSpec(): React.JSX.Element {
  return (
    <EmptyState
      title="Choose a spec with an anonymisation, or begin one from a file."
      hint="Records are coarsened until each is like at least k - 1 others; here you see what that costs in detail."
      steps={[{ words: 'Anonymise records', onPress: anonymizeFromFile }]}
    />
  )
}

interface HeadProps {
  readonly run: RunState | undefined
  readonly release: ReleaseAnswer | null
}

function AnonymityHead({ run, release }: HeadProps): React.JSX.Element {
  const loss = run?.best.at(-1)?.[1]
  const { k, records, gcp } = (release?.manifest.result ?? {}) as { k?: number; records?: number; gcp?: number }
  if (run?.state === 'running')
    return (
      <div className="verdict">
        <h1 aria-live="polite">
          {loss === undefined ? 'The search begins.' : 'The best so far loses '}
          {loss !== undefined && <span className="accent-text">{number(Number(loss.toPrecision(5)))}</span>}
          {loss !== undefined && ', and it is still falling.'}
        </h1>
      </div>
    )
  return (
    <div className="verdict">
      <h1>
        {k !== undefined && records !== undefined && gcp !== undefined ? (
          <>
            Each of {number(records)} records is alike to at least {k - 1} others;{' '}
            <span className="accent-text">{(100 * gcp).toFixed(1)} % of the detail</span> is lost.
          </>
        ) : (
          'Run it to see what it takes to make these records alike.'
        )}
      </h1>
    </div>
  )
}

const FIGURES: readonly (readonly [string, string])[] = [
  ['method', 'Method'],
  ['classes', 'Classes'],
  ['smallestClass', 'Smallest class'],
  ['largestClass', 'Largest class'],
  ['loss', 'Loss'],
  ['lowerBound', 'No classes lose less than'],
  ['suppressed', 'Records suppressed'],
  ['seconds', 'Seconds'],
]

function LossFigures({ release }: { release: ReleaseAnswer }): React.JSX.Element {
  const { result } = release.manifest
  const { loss, lowerBound } = result as { loss?: number; lowerBound?: number }
  const isKnown = loss !== undefined && lowerBound !== undefined && isTelling({ loss, lowerBound })
  const gap = isKnown ? (loss - lowerBound) / loss : null
  const text = (value: unknown): string =>
    typeof value === 'number' ? number(Number(value.toPrecision(6))) : String(value)
  return (
    <section>
      <h2>Last release</h2>
      {FIGURES.filter(
        ([name]) => result[name] !== undefined && result[name] !== null && !(name === 'lowerBound' && gap === null),
      ).map(([name, words]) => (
        <div key={name} className="field">
          <span>{words}</span>
          <b>{text(result[name])}</b>
        </div>
      ))}
      {gap !== null && (
        <p className="hint">At most {(100 * gap).toFixed(1)} % of this loss could be avoided by any classes.</p>
      )}
    </section>
  )
}
