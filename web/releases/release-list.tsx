import { Button } from 'react-aria-components'
import type { ProjectRelease } from '../../src/server/answers.ts'
import { day } from '../parts/format.ts'

interface Props {
  readonly releases: readonly ProjectRelease[]
  readonly chosen: string | null
  onChoose(path: string): void
}

export function ReleaseList({ releases, chosen, onChoose }: Props): React.JSX.Element {
  return (
    <section>
      <h2>Releases</h2>
      {releases.length === 0 && <p className="hint">none in this folder yet</p>}
      <ul className="file-list">
        {releases.map((release) => (
          <li key={release.path}>
            <Button
              className={release.path === chosen ? 'file tall chosen' : 'file tall'}
              onPress={() => onChoose(release.path)}
            >
              <span className="chip-name" title={release.title ?? release.path}>
                {release.title ?? release.path}
              </span>
              <em>
                {release.path} · {release.command} · <span className="whole-words">{day(release.made)}</span>
              </em>
              {release.stamp !== null && <em className="danger">{release.stamp}</em>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
