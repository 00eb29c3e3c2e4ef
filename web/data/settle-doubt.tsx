/** A column that can be read in two ways: the person says which, here, and the spec keeps it under `source.read`. */
import { useState } from 'react'
import type { ColumnDescription, Reading } from '../answers.ts'
import { wordsOf } from '../api.ts'
import { describeFile, useProject } from '../project.ts'

type Doubt = NonNullable<ColumnDescription['doubt']>

const SIGNS = [
  ['.', '1.5 is one and a half'],
  [',', '1,5 is one and a half'],
] as const

export function SettleDoubt({ column, doubt }: { column: string; doubt: Doubt }): React.JSX.Element {
  const [fault, setFault] = useState<string | null>(null)
  const isDate = doubt.field === 'source.read.dates'
  const choices = isDate ? dateChoices(doubt.words) : SIGNS
  const settle = (value: string): void => {
    const { file, read } = useProject.getState()
    const said: Reading = isDate ? { dates: [...(read?.dates ?? []), value] } : { decimal: value }
    if (file !== null) describeFile(file, { ...read, ...said }).catch((error) => setFault(wordsOf(error)))
  }
  return (
    <span className="doubt">
      <span className="fault-text">Not read yet: {isDate ? 'day or month first?' : doubt.words}</span>
      <select aria-label={`How ${column} is written`} value="" onChange={(event) => settle(event.target.value)}>
        <option value="" disabled>
          choose
        </option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {fault !== null && <span className="fault-text">{fault}</span>}
    </span>
  )
}

/** The formats that fit the dates are named in the doubt; all of them where columns contradict each other. */
function dateChoices(words: string): readonly (readonly [string, string])[] {
  const named = words.match(/\b(dd|mm)[/.-](dd|mm)[/.-]yyyy/g) ?? [
    'dd/mm/yyyy',
    'mm/dd/yyyy',
    'dd-mm-yyyy',
    'mm-dd-yyyy',
  ]
  return named.map((format) => [format, `${format}: the ${format.startsWith('dd') ? 'day' : 'month'} first`])
}
