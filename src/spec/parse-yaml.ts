/** YAML as plain values, with the line of every field. What the parser says of a text never quotes it. */
import { type Document, isAlias, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { badInput } from '../request-error.ts'

export interface ParsedYaml {
  readonly value: unknown
  /** The line of a field, or of the nearest enclosing one that is there. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined
}

/** Repeating more than this many values through aliases is no plan but a mistake or an attack. */
const MOST_ALIASED = 1000

/** The parser compares every key of a map with all before it; here they are looked up (`checkKeys`). */
const PLAIN = (lineCounter: LineCounter) => ({ lineCounter, prettyErrors: false, uniqueKeys: false }) as const

export function parseYaml(text: string, path: string): ParsedYaml {
  const lines = new LineCounter()
  const document = withinStack(path, () => parseDocument(text, PLAIN(lines)))
  const [broken] = document.errors
  if (broken !== undefined) {
    const { line, col } = lines.linePos(broken.pos[0])
    throw badInput(
      `${path}:${line}:${col}: this is not valid YAML (${unquoted(broken.message)}).${colonWords(broken.code, line)}`,
    )
  }
  checkKeys(document, lines, path)
  checkAliases(document, lines, path)
  return {
    value: withinStack(path, () => plainValue(document, path)),
    lineOf: (field) => {
      const position = closestNode(document, field)
      return position === undefined ? undefined : lines.linePos(position).line
    },
  }
}

/** A name without its colon is read together with the lines below it. */
function colonWords(code: string, line: number): string {
  if (code !== 'MULTILINE_IMPLICIT_KEY' && code !== 'MISSING_CHAR') return ''
  return ` A colon may be missing behind a name, in line ${line > 1 ? `${line - 1} or ${line}` : line}.`
}

/** The parser's message up to where it begins to quote. */
function unquoted(message: string): string {
  return message
    .split('\n')[0]
    .replace(/[:,]?\s*["'`].*$|:\s.*$/, '')
    .replace(/\.$/, '')
}

/** A field that is given twice would win or lose by its place. */
function checkKeys(document: Document, lines: LineCounter, path: string): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key
        if (seen.has(name)) {
          const { line, col } = lines.linePos((isNode(key) && key.range?.[0]) || 0)
          throw badInput(`${path}:${line}:${col}: this is not valid YAML (the same key is given twice).`)
        }
        seen.add(name)
      }
    },
  })
}

function checkAliases(document: Document, lines: LineCounter, path: string): void {
  visit(document, {
    Alias: (_, alias, within) => {
      const meant = alias.resolve(document)
      const line = lines.linePos(alias.range?.[0] ?? 0).line
      if (meant !== undefined && within.includes(meant))
        throw badInput(`${path}:${line}: an alias (*) refers to what it is a part of. Write the values out.`)
      if (meant !== undefined) return
      throw badInput(
        `${path}:${line}: a text that begins with * refers to an anchor (&), and there is none of that name above. Quote the text if it is a name: "*".`,
      )
    },
  })
}

function plainValue(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASED })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw badInput(`${path}: its aliases (*) repeat more than ${MOST_ALIASED} values. Write the values out.`)
  }
}

/** Brackets within brackets without end use up the stack. */
function withinStack<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw badInput(`${path}: it is nested too deeply to be a spec. \`tacet init\` writes an example.`)
  }
}

function closestNode(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range && !isAlias(node)) return node.range[0]
  }
  return undefined
}
