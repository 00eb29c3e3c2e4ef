/** The folder that was opened: no path outside it is read or written, whatever dots or links lead there. */
import { realpathSync } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { isInside, isReallyInside, wayTo } from '../files/index.ts'
import { badInput, clipped } from '../request-error.ts'

export class OpenedFolder {
  readonly path: string
  readonly name: string

  constructor(path: string) {
    this.path = realpathSync(path)
    this.name = basename(this.path)
  }

  /** The place of something that is there. */
  async existing(name: string): Promise<string> {
    const wanted = this.#inside(name)
    const real = await realpath(wanted).catch(() => {
      throw badInput(`There is no "${clipped(name)}" in the folder that is open.`)
    })
    return this.#checked(real, name)
  }

  /** The same for something by its whole path. */
  existingAt(path: string): Promise<string> {
    return this.existing(relative(this.path, path))
  }

  /** The place of a file that is there and is read with those beside it that begin with its name: a ledger and its head. */
  async existingWithOthers(name: string): Promise<string> {
    return this.#withOthers(await this.existing(name))
  }

  /**
   * The place of a file that may be written: its folder is there, and it is not a link to somewhere else. Nor is any that begins with its name:
   * what is written is put aside, locked and recorded under such names.
   */
  async writable(name: string): Promise<string> {
    return this.#withOthers(await this.#place(name))
  }

  /** The same for a file by its whole path. */
  writableAt(path: string): Promise<string> {
    return this.writable(relative(this.path, path))
  }

  async #place(name: string): Promise<string> {
    const wanted = this.#inside(name)
    const real = await realpath(wanted).catch(() => undefined)
    if (real !== undefined) return this.#checked(real, name)
    if ((await lstat(wanted).catch(() => undefined)) !== undefined) throw outside(name) // a link that leads nowhere yet
    const parent = await realpath(dirname(wanted)).catch(() => {
      throw badInput(`The folder of "${clipped(name)}" does not exist.`)
    })
    return join(this.#checked(parent, name), basename(wanted))
  }

  /** How a place is called within the folder, with "/" on every system. */
  nameOf(path: string): string {
    return wayTo(this.path, path)
  }

  #inside(name: string): string {
    if (name.includes('\0') || isAbsolute(name)) throw outside(name)
    return this.#checked(resolve(this.path, name), name)
  }

  #checked(path: string, name: string): string {
    if (!isInside(this.path, path)) throw outside(name)
    return path
  }

  async #withOthers(path: string): Promise<string> {
    const entries = await readdir(dirname(path), { withFileTypes: true })
    for (const { name } of entries.filter((entry) => entry.isSymbolicLink())) {
      const other = join(dirname(path), name)
      const isOfIt = name.startsWith(`${basename(path)}.`)
      if (isOfIt && !(await isReallyInside(this.path, other))) throw outside(this.nameOf(other))
    }
    return path
  }
}

function outside(name: string): Error {
  return badInput(`"${clipped(name)}" is not in the folder that is open. Start the studio on the folder that holds it.`)
}
