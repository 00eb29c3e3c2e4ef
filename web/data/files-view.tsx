/** What is in the folder, and what is in a file: the start of everything. */

import { useState } from 'react'
import { Button } from 'react-aria-components'
import { wordsOf } from '../api.ts'
import { useMake } from '../make.ts'
import { bytes } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { describeFile, useProject } from '../project.ts'
import { Described } from './described.tsx'
import { ChooseFile } from './drop-file.tsx'
import { openWhere } from './open-where.ts'

export function FilesView(): React.JSX.Element {
  const { project, description, count, read, stale } = useProject()
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const during = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(what)
    setFault(null)
    await work().catch((error) => setFault(wordsOf(error)))
    setBusy(null)
  }
  const notices = [fault, stale === null ? null : `${stale} What you see was read before.`].map(
    (words) =>
      words !== null && (
        <p key={words} className="fault" role="alert">
          {words}
        </p>
      ),
  )
  return (
    <>
      <aside className="left" aria-label="Files in the folder">
        <FileList
          title="Data"
          end={<ChooseFile />}
          files={project?.data ?? []}
          chosen={description?.path}
          busy={busy}
          onOpen={(path) => during(path, () => describeFile(path))}
        />
        <FileList
          title="Specs"
          files={project?.specs ?? []}
          busy={busy}
          onOpen={(path) => during(path, () => openWhere(path))}
        />
        {project?.cut && <p className="hint">More files are here than are listed.</p>}
      </aside>
      {description === null ? (
        <ScrollMain>
          {notices}
          <Welcome folder={project?.folder ?? ''} empty={project?.data.length === 0} />
        </ScrollMain>
      ) : (
        <Described
          key={`${description.path} ${JSON.stringify(read)}`}
          description={description}
          count={count}
          during={during}
        >
          {notices}
        </Described>
      )}
    </>
  )
}

interface ListProps {
  readonly title: string
  readonly files: readonly { path: string; bytes: number }[]
  readonly chosen?: string | undefined
  readonly busy: string | null
  readonly end?: React.ReactNode
  onOpen(path: string): void
}

function FileList({ title, files, chosen, busy, end, onOpen }: ListProps): React.JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      {files.length === 0 && <p className="hint">none in this folder</p>}
      <ul className="file-list">
        {files.map(({ path, bytes: size }) => (
          <li key={path}>
            <Button
              className={path === chosen ? 'file chosen' : 'file'}
              onPress={() => onOpen(path)}
              isDisabled={busy !== null}
            >
              <span className="chip-name" title={path}>
                {path}
              </span>
              <em>{busy === path ? 'reading…' : bytes(size)}</em>
            </Button>
          </li>
        ))}
      </ul>
      {end}
    </section>
  )
}

const WANTED = {
  plan: 'to plan a private release of',
  groups: 'to count groups by size in',
  anonymize: 'whose records are to be anonymised',
} as const

function Welcome({ folder, empty }: { folder: string; empty: boolean }): React.JSX.Element {
  const make = useMake((state) => state.make)
  return (
    <div className="empty-view">
      <h1>
        {empty
          ? `There are no data in ${folder} yet.`
          : `Choose a file ${make === null ? 'to see what is in it' : WANTED[make]}.`}
      </h1>
      <p className="hint">
        Drop a CSV, TSV (also .gz), Excel, SPSS, Stata, Parquet or Arrow file here, or put it into the folder {folder}.
        It is read on this machine and goes nowhere else.
      </p>
    </div>
  )
}
