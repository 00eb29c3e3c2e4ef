/** A wire to a server that can be cut: everything goes through while it is whole, nothing while it is not. */
import { createServer, connect as dial, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  /** Ends all connections and refuses new ones. */
  cut(): void
  mend(): void
  close(): void
}

export async function wireTo(port: number): Promise<Wire> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy()
      return
    }
    const far = dial(port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const cut = (): void => {
    isCut = true
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    mend: () => {
      isCut = false
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
