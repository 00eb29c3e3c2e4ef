/** Markup in which every value is escaped, so that no text of a user's can become a tag, an attribute or an entity. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML forbids outright; they would make a file unreadable and mean nothing in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to be removed.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function escapeMarkup(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character])
}

export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element whose children are markup already. Numbers keep two decimals, which is finer than a printer. */
export function element(tag: string, attributes: Attributes, ...children: readonly string[]): string {
  let written = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    written += ` ${name}="${escapeMarkup(typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)}"`
  }
  const inside = children.join('')
  return inside === '' && SELF_CLOSING.has(tag) ? `<${tag}${written}/>` : `<${tag}${written}>${inside}</${tag}>`
}

const SELF_CLOSING: ReadonlySet<string> = new Set(['rect', 'line', 'path', 'circle', 'polygon'])
