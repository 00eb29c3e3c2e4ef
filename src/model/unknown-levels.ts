/**
 * Levels that say that the value is not known, in the words and numbers that files of many countries use. They are no neighbours of
 * anything: what is merged with them means nothing any more.
 */
import { EMPTY_LEVEL } from './counted-table.ts'

/** Whole texts, in small letters, without what stands around them. */
const WORDS = new RegExp(
  `^(${[
    'unknown|not known|unspecified|not specified|not stated|not reported|not recorded|not available|not applicable|not ascertained',
    "no answer|no response|non-?response|refused|refusal|don'?t know|missing|not given|n/?a|n\\.a\\.|d\\.?k\\.?|null|none given",
    'unbekannt|keine angaben?|k\\.? ?a\\.?|ohne angabe|nicht bekannt|nicht angegeben|weiß nicht|weiss nicht|fehlend|verweigert',
    'inconnue?|non renseignée?|non déclarée?|non précisée?|non réponse|ne sait pas|sans réponse|manquante?|n\\.?r\\.?',
    'desconocid[oa]|sin (datos?|información|respuesta|especificar)|no (especificad[oa]|consta|sabe|contesta|informad[oa]|responde)|ns/?nc|s/?d',
    'desconhecid[oa]|ignorad[oa]|não (informad[oa]|declarad[oa]|sabe|respondeu|se aplica)|sem (informação|declaração|resposta)',
    'sconosciut[oa]|non (indicat[oa]|disponibile|rispost[oa]|risponde|noto)|ignot[oa]',
    'nieznan[aey]|brak( danych| odpowiedzi)?|b/?d|nie (podano|wiem|dotyczy)|odmowa',
    'onbekend|niet (ingevuld|bekend|vermeld)|geen (antwoord|opgave)|weet niet',
    'okän[dt]|ukjen[dt]|ukendt|uppgift saknas|vet ej|ej svar|uoplyst|uoppgitt',
    '不明|不詳|無回答|未回答|未記入|わからない|欠損|未知|不详|모름|무응답|неизвестно|не указано|нет ответа',
  ].join('|')})$`,
  'iu',
)

/** 9, 99, 999, or 8 and 7 before it, with or without a sign or decimals of 0. */
const CODE = /^-?([789])\1*(\.0+)?$/

/** The places of such levels among the levels of a variable. */
export function unknownLevels(levels: readonly string[]): readonly number[] {
  const codes = new Set(unknownNumbers(levels))
  return [...levels.keys()].filter((k) => isUnknownWord(levels[k]) || codes.has(k))
}

/** Numbers of nines (or eights, sevens) behind a gap at the end of a scale, below a scale from 0 up, or alone among texts. */
function unknownNumbers(levels: readonly string[]): readonly number[] {
  const numbers = levels
    .map((level, k) => ({
      k,
      value: level.trim() === '' ? Number.NaN : Number(level),
      isCode: CODE.test(level.trim()),
    }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((a, b) => a.value - b.value)
  const texts = levels.length - numbers.length - levels.filter(isUnknownWord).length
  const [codes, others] = [numbers.filter(({ isCode }) => isCode), numbers.filter(({ isCode }) => !isCode)]
  if (others.length === 0) return texts > 0 ? codes.map(({ k }) => k) : []
  const below = others[0].value >= 0 ? codes.filter(({ value }) => value < 0) : []
  const last = numbers.findLastIndex(({ isCode }) => !isCode)
  const gap = numbers.findIndex(({ value }, i) => i > last && value > numbers[i - 1].value + 1)
  return [...below, ...(gap < 0 ? [] : numbers.slice(gap))].map(({ k }) => k)
}

function isUnknownWord(level: string): boolean {
  const bare = level.normalize('NFC').trim()
  return bare === EMPTY_LEVEL || WORDS.test(bare.replace(/^[(["'<-]+|[)\]"'>.-]+$/g, '').trim())
}
