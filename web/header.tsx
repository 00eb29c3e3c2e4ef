import { wordsOf } from './api.ts'
import { reopenAudit, useOpenedAudit } from './audit/opened-audit.ts'
import { useDesign, useResult } from './audit/store.ts'
import { useConnection } from './events.ts'
import { useOpenedFiles } from './opened.ts'
import { useProject } from './project.ts'
import { TITLES, VIEWS, type View } from './routes.ts'

export function Header({ view }: { view: View }): React.JSX.Element {
  return (
    <header className="top">
      <strong>Tacet</strong>
      <nav aria-label="Views">
        {VIEWS.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === view ? 'page' : undefined}>
            {TITLES[name]}
          </a>
        ))}
      </nav>
      <Where view={view} />
    </header>
  )
}

const readAgain = (): void => void reopenAudit().catch((error) => useResult.setState({ fault: wordsOf(error) }))

/** The folder, and what the view has open of it. */
function Where({ view }: { view: View }): React.JSX.Element {
  const project = useProject((state) => state.project)
  const conflict = useOpenedAudit((state) => state.conflict)
  const isOpen = useConnection((state) => state.isOpen)
  const name = useOpenName(view)
  return (
    <div className="where">
      <span className="where-name" title={name}>
        <span className="where-folder">{project?.folder}</span>
        {name !== '' && <span>{name}</span>}
      </span>
      {conflict && view === 'audit' && (
        <button type="button" className="act-small" onClick={readAgain}>
          Changed outside: read it again
        </button>
      )}
      <span className="where-machine">
        <span className={isOpen ? 'dot' : 'dot lost-dot'} />
        {isOpen ? 'this machine only' : 'no answer'}
      </span>
    </div>
  )
}

/** The audit has a design that is saved or not; other views have a file. */
function useOpenName(view: View): string {
  const file = useProject((state) => state.file)
  const { spec, saved, audited, conflict } = useOpenedAudit()
  const design = useDesign((state) => state.design)
  const opened = useOpenedFiles()
  if (view === 'data') return file ?? ''
  if (view !== 'audit') return opened[view] ?? ''
  const state = spec === null || conflict ? '' : design === saved ? ' · saved' : ' · changed'
  return `${spec?.path ?? audited?.file ?? ''}${state}`
}
