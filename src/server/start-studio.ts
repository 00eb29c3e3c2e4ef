/** Starts the studio on the loopback of this machine and ends it again. */
import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { badInput } from '../request-error.ts'
import { studioApp } from './app.ts'
import { Changes } from './changes.ts'
import type { Address } from './guard.ts'
import { OpenedFolder } from './opened-folder.ts'
import { PAGE_FOLDER } from './page-files.ts'
import { Runs } from './runs.ts'
import { newSession } from './session.ts'
import { type ReadShared, SharedRuns } from './shared-runs.ts'
import { Handles, type Studio } from './studio.ts'
import { removeParts } from './uploads.ts'

export interface StudioOptions {
  readonly folder: string
  /** 0, any free port, when left out. */
  readonly port?: number | undefined
  /** To be reached from other machines: the name by which they call this one, a password, and the files of TLS. */
  readonly beyond?: { host: string; password: string; certificate: string; key: string } | undefined
  /** Reads how far a run is whose work is shared through a folder; without it such runs are not shown. */
  readonly readShared?: ReadShared | undefined
  readonly pageFolder?: string | undefined
  /** Milliseconds for a request to arrive whole. */
  readonly patience?: number | undefined
}

export interface RunningStudio {
  /** With the token in its fragment. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const PATIENCE = 15_000

export async function startStudio(options: StudioOptions): Promise<RunningStudio> {
  const { folder, port = 0, beyond, readShared, pageFolder = PAGE_FOLDER, patience = PATIENCE } = options
  const opened = openFolder(folder)
  await removeParts(opened)
  const changes = new Changes(opened)
  const runs = new Runs(opened, changes)
  const shared = new SharedRuns(opened, changes, readShared)
  const studio: Studio = { folder: opened, changes, runs, shared, handles: new Handles() }
  const session = newSession(beyond?.password)
  let address: Address = { port, extraHosts: beyond ? [beyond.host.toLowerCase()] : [], secure: beyond !== undefined }
  const listener = getRequestListener(studioApp(studio, session, () => address, pageFolder).fetch)
  const limits = { headersTimeout: patience, requestTimeout: patience, connectionsCheckingInterval: patience / 4 }
  const server: Server =
    beyond === undefined
      ? createServer(limits, listener)
      : createSecureServer(
          { ...limits, cert: readFileSync(beyond.certificate), key: readFileSync(beyond.key) },
          listener as never,
        )
  const bound = await listen(server, port, beyond === undefined ? '127.0.0.1' : '0.0.0.0')
  address = { ...address, port: bound }
  const url = beyond ? `https://${beyond.host}:${bound}/` : `http://127.0.0.1:${bound}/#token=${session.token}`
  return { url, port: bound, close: () => close(server, studio) }
}

function openFolder(folder: string): OpenedFolder {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) throw badInput(`${folder}: there is no such folder. Name the folder that holds your data.`)
  if (!found.isDirectory()) throw badInput(`${folder} is a file. Name the folder that holds it.`)
  return new OpenedFolder(folder)
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? badInput(`Port ${port} is in use. Name another, or none for any free one.`)
          : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}

async function close(server: Server, studio: Studio): Promise<void> {
  studio.shared.close()
  await studio.runs.close()
  studio.changes.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections() // the streams of open pages never end by themselves
  })
}
