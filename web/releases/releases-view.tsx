/** Every release in the folder: what it states, how exact it is, its tables and its report. */
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { noteOpened, openIn, useOpenedOf } from '../opened.ts'
import { EmptyState, Waiting } from '../parts/empty-state.tsx'
import { bytes, number } from '../parts/format.ts'
import { Gone } from '../parts/gone.tsx'
import { useProject } from '../project.ts'
import { useReleaseSteps } from '../runs/release-steps.ts'
import { ErrorGrid } from './error-grid.tsx'
import { FailsafeList } from './failsafe-list.tsx'
import { type OpenedRelease, useOpenedRelease } from './opened-release.ts'
import { PlacesPanel } from './places-panel.tsx'
import { ReleaseList } from './release-list.tsx'
import { queryErrors, type ReleaseAnswer, type TopdownResult } from './release-types.ts'
import { headline, releaseFiles } from './release-words.ts'
import { ResultTable } from './result-table.tsx'
import { SizeErrors } from './size-errors.tsx'

export function ReleasesView(): React.JSX.Element {
  const { project } = useProject()
  const releases = project?.releases ?? []
  const opened = useOpenedOf(
    'releases',
    releases.map((release) => release.path),
  )
  const { path, isGone } = opened
  const { release: value, fault } = useOpenedRelease(opened)
  return (
    <>
      <aside className="left" aria-label="Releases in the folder">
        <ReleaseList releases={releases} chosen={path} onChoose={(release) => noteOpened('releases', release)} />
      </aside>
      <main className="middle">
        {fault !== null && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        {value !== null && <ReleasePage key={value.path} release={value} />}
        {value === null && fault === null && path !== null && !isGone && <Waiting words={`Reading ${path}…`} />}
        {isGone && path !== null && <Gone view="releases" path={path} />}
        {path === null && <NoRelease />}
      </main>
      <aside className="right" aria-label="What it states">
        {value !== null && <Statement release={value} />}
      </aside>
    </>
  )
}

function NoRelease(): React.JSX.Element {
  const steps = useReleaseSteps()
  return (
    <EmptyState
      title="Nothing has been released from this folder."
      hint="A release stands here with what it states, the errors of its figures, its tables and its report."
      steps={steps}
    />
  )
}

function ReleasePage({ release }: { release: OpenedRelease }): React.JSX.Element {
  const { manifest, report, path, round } = release
  const errors = queryErrors(release)
  const result = manifest.result as TopdownResult
  const hasAnswers = manifest.outputs.some(({ name }) => /^answers\.(csv|parquet)$/.test(name))
  const levels = hasAnswers ? (result.levels ?? []).map(({ name }) => name) : []
  const tables = manifest.outputs.map(({ name }) => name).filter((name) => /\.(csv|parquet)$/.test(name))
  const { lead = '', text, strong } = headline(release)
  return (
    <>
      <div className="verdict">
        <h1>
          {lead}
          {strong !== '' && <span className="accent-text">{strong}</span>}
          {text}
        </h1>
      </div>
      <Tabs
        className="tabs"
        defaultSelectedKey={errors.length > 0 ? 'errors' : tables.length > 0 ? 'tables' : 'report'}
      >
        <TabList aria-label="Parts of the release" className="tab-list">
          {errors.length > 0 && <Tab id="errors">Errors</Tab>}
          {levels.length > 0 && <Tab id="places">Places</Tab>}
          {tables.length > 0 && <Tab id="tables">Results</Tab>}
          {report !== null && <Tab id="report">Report</Tab>}
        </TabList>
        <TabPanel id="errors" className="tab-panel">
          <ErrorGrid errors={errors} />
          <SizeErrors lines={result.calibration?.lines ?? []} />
          {result.failsafe !== undefined && <FailsafeList acted={result.failsafe} />}
        </TabPanel>
        <TabPanel id="places" className="tab-panel">
          <PlacesPanel path={path} levels={levels} round={round} />
        </TabPanel>
        <TabPanel id="tables" className="tab-panel">
          <ResultTable path={path} tables={tables} round={round} />
        </TabPanel>
        <TabPanel id="report" className="tab-panel whole">
          <iframe key={round} title="Report" src={`/api/reports/${report}`} className="report-frame" sandbox="" />
        </TabPanel>
      </Tabs>
    </>
  )
}

function Statement({ release }: { release: ReleaseAnswer }): React.JSX.Element {
  const { manifest, reviews } = release
  const words = manifest.privacy.words
  const last = reviews.at(-1)
  return (
    <>
      {manifest.stamp !== null && <p className="fault">{manifest.stamp}: this release must not be published.</p>}
      <section>
        <h2>Privacy</h2>
        <p className="why">
          {typeof words === 'string' ? readableLoss(words) : 'This release makes no statement of differential privacy.'}
        </p>
      </section>
      <section>
        <h2>Review</h2>
        <p
          className={
            last === undefined ? 'hint' : last.decision === 'approved' && last.sameManifest ? 'ok-text' : 'danger'
          }
        >
          {last === undefined
            ? 'Nobody has decided on it yet.'
            : `${last.decision} by ${last.reviewer}${last.sameManifest ? '' : ', before it was changed'}`}
        </p>
        <Button className="act-small" onPress={() => openIn('review', release.path)}>
          Review it
        </Button>
      </section>
      <section>
        <h2>Files</h2>
        <ul className="facts">
          {releaseFiles(manifest.outputs).map(({ name, files, size }) => (
            <li key={name}>
              <span title={name}>{name}</span>
              <em>
                {files > 1 && `${number(files)} files, `}
                {bytes(size)}
              </em>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
