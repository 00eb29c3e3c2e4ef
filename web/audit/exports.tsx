/** The design saved into a spec, which the command line runs unchanged. */

import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { wordsOf } from '../api.ts'
import type { CountedTable } from './bounds.ts'
import { saveDesign, useOpenedAudit } from './opened-audit.ts'
import { useDesign } from './store.ts'

export function Exports({ table }: { table: CountedTable }): React.JSX.Element {
  const { spec, audited } = useOpenedAudit()
  const design = useDesign((state) => state.design)
  const [name, setName] = useState(spec?.path ?? `${(audited?.file ?? 'table').replace(/\.[^/]*$/, '')}-audit.yaml`)
  const [said, setSaid] = useState<string | null>(null)
  const save = (): void => {
    saveDesign(table, design, name).then(
      (path) => setSaid(`Saved. tacet audit ${path} --out audit writes its report.`),
      (error) => setSaid(wordsOf(error)),
    )
  }
  return (
    <section>
      <h2>Save</h2>
      <TextField value={name} onChange={setName} className="field-line">
        <Label>Spec in this folder</Label>
        <Input />
      </TextField>
      <div className="button-row">
        <Button
          className="act-small primary"
          onPress={save}
          isDisabled={design.rows.length === 0 || design.columns.length === 0}
        >
          Save the spec
        </Button>
        <Button className="act-small" onPress={() => print()}>
          Print
        </Button>
      </div>
      <p className="hint" role="status">
        {said}
      </p>
    </section>
  )
}
