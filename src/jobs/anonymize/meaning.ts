/** What verified anonymous records are, and what that does not mean. */
import type { Manifest } from '../../release/index.ts'

export function anonymityMeaning({ result }: Manifest): readonly string[] {
  const untouched = Array.isArray(result.untouched) ? (result.untouched as readonly string[]) : []
  const open = untouched.length === 0 ? '' : ` Nothing was checked of the untouched columns (${untouched.join(', ')}).`
  return [
    'This means that no record is alone in its coarsened columns. It does not mean that nobody can be recognised: a reader who knows more, or another column, may still tell.' +
      open,
  ]
}
