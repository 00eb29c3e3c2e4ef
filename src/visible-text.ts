/**
 * Text from files, shown so that it cannot act: on a terminal a control character can move the cursor, erase lines or answer for the person, and a
 * mark of direction can make a line read in another order than it is written.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** With `\x1b` or `\u202e` in place of what would act. Ends of lines and tabs are left. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ACTING, (sign) => {
    const code = sign.charCodeAt(0)
    return code <= 0xff ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
  })
}

/** The same on one line: a name cannot begin a line of its own. */
export function visibleLine(text: string): string {
  return visible(text.replace(/[\r\n\t]+/g, ' '))
}

/** A JSON document that says the same, with nothing in it that would act: such characters stand in its texts alone. */
export function visibleJson(document: string): string {
  return document.replaceAll('\r\n', '\n').replace(ACTING, (sign) => `\\u${hex(sign.charCodeAt(0), 4)}`)
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
