/** What is shown of a result, as data: lines, marked lines and tables, in order. A terminal prints it; JSON is beside it. */

/** What a line says about the state of things: green, yellow, red. */
export type Tone = 'ok' | 'warning' | 'wrong'

export type Cell = string | number

export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly tone: Tone; readonly label: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }

export interface Shown {
  readonly lines: readonly Line[]
  /** The same for a program. */
  readonly document: unknown
  /** What speaks against the result, where the job asked to fail then. */
  readonly complaint?: string | undefined
}

/** Collects what is shown. */
export class Page {
  readonly lines: Line[] = []

  print = (text = ''): void => {
    this.lines.push({ kind: 'text', text })
  }

  mark = (tone: Tone, label: string, text: string): void => {
    this.lines.push({ kind: 'mark', tone, label, text })
  }

  table = (head: readonly string[], rows: readonly (readonly Cell[])[]): void => {
    this.lines.push({ kind: 'table', head, rows })
  }

  shown(document: unknown, complaint?: string): Shown {
    return { lines: this.lines, document, ...(complaint !== undefined && { complaint }) }
  }
}
