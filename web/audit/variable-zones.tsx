/** Variables as chips in three zones; moved by mouse, by the keyboard's drag and drop, or from the menu of a chip. */
import { memo, useRef } from 'react'
import {
  Button,
  DialogTrigger,
  DropIndicator,
  GridList,
  GridListItem,
  isTextDropItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  useDragAndDrop,
} from 'react-aria-components'
import { Grip, Merge, More } from '../parts/icons.tsx'
import type { CountedTable } from './bounds.ts'
import { leftOut, levelsOf, type Zone } from './design.ts'
import { LevelEditor } from './level-editor.tsx'
import { moveVariable, useDesign } from './store.ts'

const KIND = 'tacet-variable'
const TITLES: Readonly<Record<Zone, string>> = { rows: 'Rows', columns: 'Columns', out: 'Left out' }
const EMPTY: Readonly<Record<Zone, string>> = {
  rows: 'Drop the variables that make the rows',
  columns: 'Drop the variables whose shares are published',
  out: 'Drop a variable here to leave it out',
}

export function VariableZones({ table }: { table: CountedTable }): React.JSX.Element {
  const design = useDesign((state) => state.design)
  const lists = { rows: design.rows, columns: design.columns, out: leftOut(table, design) }
  return (
    <>
      {(['rows', 'columns', 'out'] as const).map((zone) => (
        <ZoneList key={zone} zone={zone} names={lists[zone]} table={table} />
      ))}
    </>
  )
}

interface ZoneProps {
  readonly zone: Zone
  readonly names: readonly string[]
  readonly table: CountedTable
}

const ZoneList = memo(function ZoneList({ zone, names, table }: ZoneProps): React.JSX.Element {
  const levels = useDesign((state) => state.design.levels)
  const known = useRef(new Map<string, Chip>())
  const items = names.map((name) => chipOf(known.current, name, levelsOf(table, { levels }, name).length))
  const drop = async (items: readonly Parameters<typeof isTextDropItem>[0][], before?: string): Promise<void> => {
    for (const item of items)
      if (isTextDropItem(item) && item.types.has(KIND)) moveVariable(await item.getText(KIND), zone, before)
  }
  /** The name that a place stands before: what is dropped after an item stands before the next. */
  const place = (key: React.Key, position: string): string | undefined =>
    position === 'before' ? String(key) : names[names.indexOf(String(key)) + 1]
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [KIND]: String(key), 'text/plain': String(key) })),
    acceptedDragTypes: [KIND],
    getDropOperation: () => 'move',
    onInsert: ({ items, target }) => void drop(items, place(target.key, target.dropPosition)),
    onRootDrop: ({ items }) => void drop(items),
    onReorder: ({ keys, target }) => {
      for (const key of keys) moveVariable(String(key), zone, place(target.key, target.dropPosition))
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className="drop-line" />,
  })
  return (
    <section className="zone-part">
      <h2>{TITLES[zone]}</h2>
      <GridList
        aria-label={TITLES[zone]} // not by id: "Drop on" takes its name from the list, and goes one step only
        className="zone"
        data-zone={zone}
        selectionMode="none"
        items={items}
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => <span className="zone-empty">{EMPTY[zone]}</span>}
      >
        {(item) => (
          <GridListItem className="chip" textValue={item.name}>
            <Button slot="drag" className="chip-grip" aria-label={`Drag ${item.name}`}>
              <Grip />
            </Button>
            <span className="chip-name" title={item.name}>
              {item.name}
            </span>
            <LevelButton name={item.name} count={item.levels} table={table} />
            <ChipMenu name={item.name} zone={zone} />
          </GridListItem>
        )}
      </GridList>
    </section>
  )
})

interface Chip {
  readonly id: string
  readonly name: string
  readonly levels: number
}

/** The same object for the same chip: a list draws again what is another object. */
function chipOf(known: Map<string, Chip>, name: string, levels: number): Chip {
  const before = known.get(name)
  if (before?.levels === levels) return before
  const chip = { id: name, name, levels }
  known.set(name, chip)
  return chip
}

function LevelButton({ name, count, table }: { name: string; count: number; table: CountedTable }): React.JSX.Element {
  return (
    <DialogTrigger>
      <Button className="chip-levels" aria-label={`Levels of ${name}, ${count}`}>
        <Merge />
        {count}
      </Button>
      <Popover className="popover" placement="right top">
        <LevelEditor name={name} table={table} />
      </Popover>
    </DialogTrigger>
  )
}

function ChipMenu({ name, zone }: { name: string; zone: Zone }): React.JSX.Element {
  const others = (['rows', 'columns', 'out'] as const).filter((other) => other !== zone)
  const words = { rows: 'Move to rows', columns: 'Move to columns', out: 'Leave out' }
  return (
    <MenuTrigger>
      <Button className="chip-more" aria-label={`Move ${name}`}>
        <More />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => moveVariable(name, key as Zone)}>
          {others.map((other) => (
            <MenuItem key={other} id={other} className="menu-item">
              {words[other]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
