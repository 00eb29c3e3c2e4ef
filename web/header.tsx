import { useDesign } from './audit/store.ts'
import { useConnection } from './events.ts'
import { openSpec, useProject } from './project.ts'
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
      <Where />
    </header>
  )
}

function Where(): React.JSX.Element {
  const { spec, saved, file, project, conflict } = useProject()
  const design = useDesign((state) => state.design)
  const isOpen = useConnection((state) => state.isOpen)
  const name = spec?.path ?? file ?? project?.folder ?? ''
  const state = spec === null ? '' : conflict ? '' : design === saved ? ' · saved' : ' · changed'
  return (
    <div className="where">
      <span className="where-name" title={name}>
        {name}
        {state}
      </span>
      {conflict && spec !== null && (
        <button type="button" className="act-small" onClick={() => void openSpec(spec.path)}>
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
