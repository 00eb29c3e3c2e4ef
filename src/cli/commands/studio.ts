import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { badInput } from '../../request-error.ts'
import type { StudioOptions } from '../../server/index.ts'
import { command, withContext } from '../command.ts'
import { wholeNumber } from '../options.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly port?: number
  readonly host?: string
  readonly passwordFile?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
}

export function studioCommand(): Command {
  return command(
    'studio',
    'Open a folder in a local web page: what a table discloses, plans, releases, ledgers.',
    `tacet studio
tacet studio demo
tacet studio data --port 8080`,
  )
    .argument('[folder]', 'the folder with data, specs and releases; nothing outside it is read', '.')
    .option('--port <number>', 'the port; any free one without it', wholeNumber)
    .option('--host <name>', 'serve other machines too, under this name; needs the next three')
    .option('--password-file <file>', 'the first line is the password that a visitor must give')
    .option('--tls-cert <file>', 'the certificate of TLS')
    .option('--tls-key <file>', 'its key')
    .action((folder: string, options: Options) =>
      withContext(options, async ({ terminal, signal }) => {
        const { startStudio } = await import('../../server/index.ts')
        const { directoryState } = await import('../../cluster/index.ts')
        const beyond = beyondLoopback(options)
        const studio = await startStudio({ folder, port: options.port, beyond, readShared: directoryState })
        terminal.print(`The studio is open on ${folder}:\n\n  ${studio.url}\n`)
        if (options.host === undefined) terminal.print('Only this machine can reach it. Ctrl-C ends it.')
        terminal.result({ url: studio.url, folder })
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        await studio.close()
      }),
    )
}

function beyondLoopback({ host, passwordFile, tlsCert, tlsKey }: Options): StudioOptions['beyond'] {
  if (host === undefined) {
    if (passwordFile ?? tlsCert ?? tlsKey) throw badInput('--password-file, --tls-cert and --tls-key go with --host.')
    return undefined
  }
  if (passwordFile === undefined || tlsCert === undefined || tlsKey === undefined)
    throw badInput('--host lets other machines in: it needs --password-file, --tls-cert and --tls-key too.')
  const password = readFileSync(passwordFile, 'utf8').split('\n')[0].trim()
  if (password.length < 12) throw badInput(`${passwordFile}: the password must have at least 12 characters.`)
  return { host, password, certificate: tlsCert, key: tlsKey }
}
