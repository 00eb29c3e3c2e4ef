/** The levels of one variable: merged, taken apart, renamed, put in another order. */
import { useState } from 'react'
import {
  Button,
  Dialog,
  GridList,
  GridListItem,
  Heading,
  Input,
  Label,
  type Selection,
  TextField,
  useDragAndDrop,
} from 'react-aria-components'
import { Grip } from '../parts/icons.tsx'
import type { CountedTable } from './bounds.ts'
import { type Level, levelsOf } from './design.ts'
import { mergeLevels, setLevels, useDesign } from './store.ts'

export function LevelEditor({ name, table }: { name: string; table: CountedTable }): React.JSX.Element {
  const design = useDesign((state) => state.design)
  const levels = levelsOf(table, design, name)
  const [selected, setSelected] = useState<Selection>(new Set())
  const chosen = levels.map((level) => level.name).filter((level) => selected === 'all' || selected.has(level))
  return (
    <Dialog className="level-editor">
      <Heading slot="title">Levels of {name}</Heading>
      <LevelList name={name} levels={levels} selected={selected} onSelect={setSelected} />
      <LevelActions
        key={chosen.join('|')}
        name={name}
        levels={levels}
        chosen={chosen}
        onDone={() => setSelected(new Set())}
      />
    </Dialog>
  )
}

interface ListProps {
  readonly name: string
  readonly levels: readonly Level[]
  readonly selected: Selection
  onSelect(selection: Selection): void
}

function LevelList({ name, levels, selected, onSelect }: ListProps): React.JSX.Element {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'tacet-level': String(key) })),
    onReorder: ({ keys, target }) => {
      const moving = levels.filter((level) => keys.has(level.name))
      const rest = levels.filter((level) => !keys.has(level.name))
      const at = rest.findIndex((level) => level.name === target.key) + (target.dropPosition === 'after' ? 1 : 0)
      setLevels(name, rest.toSpliced(at, 0, ...moving))
    },
  })
  return (
    <GridList
      aria-label={`Levels of ${name}`}
      className="level-list"
      selectionMode="multiple"
      selectionBehavior="toggle"
      selectedKeys={selected}
      onSelectionChange={onSelect}
      items={levels.map((level) => ({ ...level, id: level.name }))}
      dragAndDropHooks={dragAndDropHooks}
    >
      {(level) => (
        <GridListItem className="level" textValue={level.name}>
          {({ isSelected }) => (
            <>
              <Button slot="drag" className="chip-grip" aria-label={`Drag ${level.name}`}>
                <Grip />
              </Button>
              <span className="tick" aria-hidden="true">
                {isSelected ? '✓' : ''}
              </span>
              <span className="chip-name">{level.name}</span>
              {level.of.length > 1 && <span className="chip-count">{level.of.length} merged</span>}
            </>
          )}
        </GridListItem>
      )}
    </GridList>
  )
}

interface ActionProps {
  readonly name: string
  readonly levels: readonly Level[]
  readonly chosen: readonly string[]
  onDone(): void
}

function LevelActions({ name, levels, chosen, onDone }: ActionProps): React.JSX.Element {
  const [text, setText] = useState(chosen.join(' or '))
  const free = text.trim() !== '' && !levels.some((level) => level.name === text.trim() && !chosen.includes(level.name))
  const apart = levels.filter((level) => chosen.includes(level.name) && level.of.length > 1)
  if (chosen.length === 0) return <p className="hint">Choose one level to rename it, several to make them one.</p>
  const split = (): void => {
    setLevels(
      name,
      levels.flatMap((level) => (apart.includes(level) ? level.of.map((one) => ({ name: one, of: [one] })) : [level])),
    )
    onDone()
  }
  const merge = (): void => {
    mergeLevels(name, chosen, text.trim())
    onDone()
  }
  return (
    <div className="level-actions">
      <TextField value={text} onChange={setText} className="field-line">
        <Label>{chosen.length > 1 ? 'Name of the merged level' : 'Name'}</Label>
        <Input />
      </TextField>
      <div className="button-row">
        <Button className="act-small primary" isDisabled={!free} onPress={merge}>
          {chosen.length > 1 ? `Merge ${chosen.length}` : 'Rename'}
        </Button>
        {apart.length > 0 && (
          <Button className="act-small" onPress={split}>
            Take apart
          </Button>
        )}
      </div>
    </div>
  )
}
