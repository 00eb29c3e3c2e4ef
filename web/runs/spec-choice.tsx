/** The specs that have a part for a capability. */
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { useSpecsFor } from './specs-for.ts'

interface Props {
  readonly capability: string
  readonly chosen: string | null
  onChoose(path: string): void
}

export function SpecChoice({ capability, chosen, onChoose }: Props): React.JSX.Element {
  const value = useSpecsFor(capability)
  useEffect(() => {
    if (chosen === null && value?.[0] !== undefined) onChoose(value[0])
  }, [chosen, value, onChoose])
  return (
    <section>
      <h2>Specs</h2>
      {value?.length === 0 && <p className="hint">no spec in this folder has a part “{capability}”</p>}
      <ul className="file-list">
        {(value ?? []).map((path) => (
          <li key={path}>
            <Button className={path === chosen ? 'file chosen' : 'file'} onPress={() => onChoose(path)}>
              <span className="chip-name" title={path}>
                {path}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
