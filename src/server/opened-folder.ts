/** The folder that was opened: no path outside it is read or written, whatever dots or links lead there. */
import { realpathSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
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

  /** The place of a file that may be written: its folder is there, and it is not a link to somewhere else. */
  async writable(name: string): Promise<string> {
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
    return relative(this.path, path).split(sep).join('/')
  }

  #inside(name: string): string {
    if (name.includes('\0') || isAbsolute(name)) throw outside(name)
    return this.#checked(resolve(this.path, name), name)
  }

  #checked(path: string, name: string): string {
    if (path !== this.path && !path.startsWith(this.path + sep)) throw outside(name)
    return path
  }
}

function outside(name: string): Error {
  return badInput(`"${clipped(name)}" is not in the folder that is open. Start the studio on the folder that holds it.`)
}
