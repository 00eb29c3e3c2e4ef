/**
 * Which encoding a text is in that is neither UTF-8 nor UTF-16: the one in which it looks like text of some language. Every encoding of
 * every language is tried; letters that the language uses speak for it, signs within words and capitals behind small letters against it.
 */
import { decoded } from './decode.ts'
import { LANGUAGES, type Language } from './letters.ts'

/** Signs that texts of any language have. */
const SIGNS =
  /[–—‘’“”„«»…€£¥°§№ºª²³·•、。「」『』・ー〜～（）：，；！？％／＋－\u00a0\u3000-\u3003\uff10-\uff19\uff21-\uff5a]/
const LETTER = /\p{L}|\p{M}/u

/** What speaks for a text and against it, letter by letter. */
const COMMON = 1
const OF_SCRIPT = 0.35
const STRANGE = -1
/** Signs say little. */
const SIGN = 0.1

/** Half of what stands beside a to z must be letters of the language. */
const ENOUGH = 0.5

/** Undefined where the text looks like no language in any encoding. */
export function guessedEncoding(bytes: Buffer): string | undefined {
  const texts = new Map<string, string | undefined>()
  let [best, most] = [undefined as string | undefined, ENOUGH]
  for (const language of LANGUAGES)
    for (const encoding of language.encodings) {
      if (!texts.has(encoding)) texts.set(encoding, decoded(bytes, encoding))
      const text = texts.get(encoding)
      const score = text === undefined ? 0 : likeness(text, language) * (language.weight ?? 1)
      if (score > most + 1e-9) [best, most] = [encoding, score]
    }
  return best
}

/** Between -1 and 1, per letter beside a to z. */
function likeness(text: string, { letters, script }: Language): number {
  const common = new Set(letters)
  let [sum, count] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    if (text[i] <= '\u007f') continue
    const [before, letter, after] = [text[i - 1] ?? ' ', text[i], text[i + 1] ?? ' ']
    if (isSign(letter, before, after)) {
      sum += SIGN
      count += SIGN
    } else {
      sum += worth(letter, before, common, script, after)
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function isSign(letter: string, before: string, after: string): boolean {
  return SIGNS.test(letter) && (APOSTROPHE.test(letter) || !(LETTER.test(before) && LETTER.test(after)))
}

function worth(
  letter: string,
  before: string,
  common: ReadonlySet<string>,
  script: RegExp | undefined,
  after: string,
): number {
  const small = letter.toLowerCase()
  const isCapital = small !== letter
  if (isCapital && LETTER.test(before) && before.toUpperCase() !== before) return STRANGE
  if (script !== undefined && !WITH_LATIN.test(letter) && (LATIN.test(before) || LATIN.test(after))) return STRANGE
  if (common.has(small) || common.has(letter)) return COMMON
  return script?.test(letter) ? OF_SCRIPT : STRANGE
}

const APOSTROPHE = /[’‘·]/
const LATIN = /[a-z]/i
/** Scripts whose letters stand beside Latin ones without a blank. */
const WITH_LATIN = /[\u0e00-\u0e7f\u3000-\uffff]/
