/** The built page, every asset of it from the package. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Context } from 'hono'
import { builtFolder } from '../built.ts'
import { refuse } from './guard.ts'
import { pagePolicy, SCRIPT_POLICY } from './headers.ts'

export const PAGE_FOLDER: string = fileURLToPath(new URL('web/', builtFolder))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
}

/** By path: assets never change while the studio runs, and hold nothing that a request says. */
const squeezed = new Map<string, Buffer>()

function compressed(context: Context, path: string, bytes: Buffer): Buffer {
  context.header('vary', 'accept-encoding')
  if (!/\bbr\b/.test(context.req.header('accept-encoding') ?? '')) return bytes
  const known = squeezed.get(path) ?? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  squeezed.set(path, known)
  context.header('content-encoding', 'br')
  return known
}

/** Files below assets/ carry a hash of their content in their names, so a browser may keep them. */
export function pageFiles(folder: string): (context: Context) => Promise<Response> {
  const root = resolve(folder)
  return async (context) => {
    const name = context.req.path === '/' ? 'index.html' : decoded(context.req.path.slice(1))
    if (name === undefined) return refuse(context, 400, 'There is no such address.')
    const path = resolve(root, name)
    const type = TYPES[extname(path)]
    if (!path.startsWith(root + sep) || type === undefined) return refuse(context, 404, 'There is no such page.')
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes === undefined) return refuse(context, 404, 'There is no such page.')
    context.header('content-type', type)
    if (path === join(root, 'index.html')) return withNonce(context, bytes.toString('utf8'))
    if (extname(path) === '.js') context.header('content-security-policy', SCRIPT_POLICY)
    if (name.startsWith('assets/')) context.header('cache-control', 'private, max-age=31536000, immutable')
    return context.body(new Uint8Array(compressed(context, path, bytes)))
  }
}

/** Undefined for what no address says: a percent sign without its two digits. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function withNonce(context: Context, page: string): Response {
  const nonce = randomBytes(16).toString('base64url')
  context.header('content-security-policy', pagePolicy(nonce))
  return context.body(page.replaceAll('NONCE-OF-THIS-ANSWER', nonce))
}
