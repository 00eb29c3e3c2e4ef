/** A file dropped anywhere on the page is copied into the folder and described; the same by a button, for a keyboard. */
import { useLayoutEffect, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { useProject } from '../project.ts'
import { takeFiles, useUpload } from './upload.ts'

export function DropFile(): React.JSX.Element | null {
  const over = useFileOver()
  const { name, share, fault } = useUpload()
  const folder = useProject(({ project }) => project?.folder ?? '')
  if (over)
    return (
      <section className="drop-file" data-state="over" aria-label="Drop the file">
        <div>
          <h2>Drop the file</h2>
          <p>It is copied into {folder} on this machine and goes nowhere else.</p>
        </div>
      </section>
    )
  if (name !== null)
    return (
      <section className="drop-note" aria-label="Copying" data-state="copying">
        <span role="status">
          Copying {name} into {folder}: {Math.round(100 * share)} %
        </span>
        <div className="progress">
          <span style={{ width: `${100 * share}%` }} />
        </div>
      </section>
    )
  return fault === null ? null : (
    <section className="drop-note danger" aria-label="Not copied" data-state="fault">
      <span role="alert">{fault}</span>
      <Button className="act-small" onPress={() => useUpload.setState({ fault: null })}>
        Close
      </Button>
    </section>
  )
}

export function ChooseFile(): React.JSX.Element {
  return (
    <FileTrigger onSelect={(list) => void takeFiles([...(list ?? [])])}>
      <Button className="act-small">Choose a file…</Button>
    </FileTrigger>
  )
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Whether a file is held over the page. */
function useFileOver(): boolean {
  const [over, setOver] = useState(false)
  // Before the page is seen: the browser would leave it for the file that is dropped.
  useLayoutEffect(() => {
    let depth = 0 // entering a child comes before leaving its parent
    const on = (step: number) => (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth += step
      setOver(depth > 0)
    }
    const [enter, leave, hold] = [on(1), on(-1), on(0)]
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      void takeFiles([...(event.dataTransfer?.files ?? [])])
    }
    const kinds = { dragenter: enter, dragleave: leave, dragover: hold, drop }
    for (const [kind, listener] of Object.entries(kinds)) addEventListener(kind, listener as EventListener)
    return () => {
      for (const [kind, listener] of Object.entries(kinds)) removeEventListener(kind, listener as EventListener)
    }
  }, [])
  return over
}
