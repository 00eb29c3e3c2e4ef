/** What can be made from a file: an audit at once, the others by a short form. */
import { Button } from 'react-aria-components'
import { type Make, useMake } from '../make.ts'

const FORMS: readonly (readonly [Make, string, string])[] = [
  ['plan', 'Plan a private release', 'counts by place, with noise that hides each person'],
  ['groups', 'Count groups by size', 'households of one, two, three, by place, with noise'],
  ['anonymize', 'Anonymise the records', 'publish them coarsened, in groups that look alike'],
]

interface Props {
  /** How many variables an audit would cross. */
  readonly variables: number
  onAudit(): void
}

export function MakeChoice({ variables, onAudit }: Props): React.JSX.Element {
  const make = useMake((state) => state.make)
  return (
    <div className="make-choice">
      <Button className="act" onPress={onAudit} isDisabled={variables < 2}>
        <b>Audit a table of {variables} variables</b>
        <span>what its percentages or counts would disclose</span>
      </Button>
      {FORMS.map(([name, title, words]) => (
        <Button
          key={name}
          className={make === name ? 'act primary' : 'act'}
          aria-expanded={make === name}
          onPress={() => useMake.setState({ make: make === name ? null : name })}
        >
          <b>{title}</b>
          <span>{words}</span>
        </Button>
      ))}
    </div>
  )
}
