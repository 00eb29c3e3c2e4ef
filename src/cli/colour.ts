/** Colour where a person reads: NO_COLOR and FORCE_COLOR are obeyed; without them, terminals only. */
import picocolors from 'picocolors'

/** What a line says about the state of things: green, yellow, red. */
export type Tone = 'ok' | 'warning' | 'wrong'

export interface Paint {
  tone(tone: Tone, text: string): string
  strong(text: string): string
  faint(text: string): string
}

export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Paint {
  const colours = picocolors.createColors(hasColour(stream, env))
  const tones = { ok: colours.green, warning: colours.yellow, wrong: colours.red }
  return { tone: (tone, text) => tones[tone](text), strong: colours.bold, faint: colours.dim }
}

/** https://no-color.org and https://force-color.org: a value that is not empty counts; FORCE_COLOR=0 means none. */
function hasColour({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY === true && env.TERM !== 'dumb'
}
