/** Where a user's own state is kept: what is remembered of data whose folder cannot be written, and of files with several names. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export function stateFolder(): string {
  return join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tacet')
}
