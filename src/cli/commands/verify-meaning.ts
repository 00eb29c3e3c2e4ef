/** What a verified release is, and what that does not mean: said after every check, so that nobody takes the one for the other. */
import type { Manifest } from '../../release/index.ts'

export function meaningOf({ command, result }: Pick<Manifest, 'command' | 'result'>): readonly string[] {
  switch (command) {
    case 'anonymize':
      return anonymityMeaning(result)
    case 'audit':
      return [
        'This means that the table is the one that was audited. It does not mean that the table is safe beside other tables of the same people.',
      ]
    case 'decide':
      return [
        'This means that the decision agrees with its statement. It does not mean that the model was the right one.',
      ]
    default:
      return [
        'This means that the figures agree with each other and with the privacy statement. It does not mean that the data were right, or that nothing else was published from them: the ledger tells that.',
      ]
  }
}

function anonymityMeaning(result: Manifest['result']): readonly string[] {
  const untouched = Array.isArray(result.untouched) ? (result.untouched as readonly string[]) : []
  const open = untouched.length === 0 ? '' : ` Nothing was checked of the untouched columns (${untouched.join(', ')}).`
  return [
    'This means that no record is alone in its coarsened columns. It does not mean that nobody can be recognised: a reader who knows more, or another column, may still tell.' +
      open,
  ]
}
