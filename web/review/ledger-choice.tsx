/** Which ledger the checks ask: the one that names this run, or another that is chosen. */

interface Props {
  /** Null: none is asked. */
  readonly ledger: string | null
  readonly ledgers: readonly string[]
  /** The one in the folder that names the run. */
  readonly own: string | null
  /** Empty text: none. */
  onChoose(path: string): void
}

export function LedgerChoice({ ledger, ledgers, own, onChoose }: Props): React.JSX.Element {
  return (
    <label className="ledger-choice">
      Ledger
      <select value={ledger ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {ledgers.map((path) => (
          <option key={path} value={path}>
            {path}
            {path === own ? ' (holds this run)' : ''}
          </option>
        ))}
        <option value="">none</option>
      </select>
      {ledger === null && (
        <span className="warn">
          {own === null
            ? 'No ledger in this folder names this run: nobody here vouches that it was charged.'
            : 'Without its ledger nobody vouches that it was charged.'}
        </span>
      )}
    </label>
  )
}
