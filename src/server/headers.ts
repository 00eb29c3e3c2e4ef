/** What a browser is told about every answer: nothing from elsewhere, no frame, no guessing of types, nothing kept. */
import type { MiddlewareHandler } from 'hono'

/** Nothing but the studio's own files; `nonce` is for the two small style sheets that the widget library adds. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A report is a page by itself: styles within it, no script, no request, shown only in a frame of the studio. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** A worker is bound by the policy that its own file came with: it loads the solver, from here alone. */
export const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  }
}
