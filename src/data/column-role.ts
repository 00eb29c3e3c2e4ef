/**
 * What a column seems to be for, and the role that is proposed for it. A name or a number that many lines share still names a
 * person: an identifier may repeat. A proposal is for the steward to check.
 */
import type { Role } from '../spec/index.ts'
import { namesIdentifier, namesNumberOf, namesPlace, namesSensitive } from './role-words.ts'

/** What a column seems to be for. `empty`: nothing to say about it. */
export type Likeness =
  | 'identifier'
  | 'geography'
  | 'quasi-identifier'
  | 'sensitive'
  | 'measure'
  | 'sampling weight'
  | 'count'
  | 'free text'
  | 'empty'

/** `code`: digits, some behind a leading zero, which as numbers would lose it. */
export type ColumnType = 'number' | 'whole number' | 'code' | 'text' | 'date' | 'date and time'

export interface KnownOfColumn {
  readonly name: string
  readonly type: ColumnType
  readonly present: number
  readonly distinct: number
  readonly shortest: number
  readonly longest: number
  /** Words of a value, on average. */
  readonly words: number
  /** Of numbers. */
  readonly smallest: number
  readonly largest: number
  /** What its values are by their check digits: a number of a person, an address. */
  readonly pattern?: string | undefined
}

/** Names under which people are usually kept. */
export const PERSON: RegExp =
  /^(id|pid|uid|uuid|mrn|person|people|patient|subject|member|user|client|customer|respondent|participant|pupil|student|employee|household|family|haushalt|hh|case|encounter|episode|name|ssn|nhs)([ _-]?(id|nr|no|num|number|key|code))?$|[ _-](id|nr|no|number|key|uuid)$/i
/** Names of what is measured or paid, as whole words, in the languages that offices write in. */
const MEASURE = new RegExp(
  `(^|[ _-])(${[
    'amounts?|costs?|price|charges?|fees?|income|salary|wages?|revenues?|turnover|sales|profits?|tax(es)?|expenses?|expenditure|payroll|earnings|balance',
    'weight|height|length|duration|minutes|seconds|hours|days|distance|temperature|pressure|pulse|bmi|dose|score|value|grams?|kg|cm|mm|tonnes?|hectares?|eur|usd|gbp|chf',
    'betrag|kosten|preis|gewicht|dauer|umsatz|umsätze|umsaetze|lohn|löhne|gehalt|einkommen|steuern?|erlös|wert',
    "montants?|prix|coûts?|couts?|revenus?|salaires?|chiffre d'affaires|chiffre_affaires|recettes?|dépenses?|poids|durée",
    'importes?|ingresos?|ventas|salarios?|precios?|valor|gastos?|costes?|peso',
    'faturamento|receitas?|salários?|renda|preços?|custos?|vendas',
    'fatturato|importi?o?|stipend[io]o?|prezz[io]|ricavi|reddito|costo',
    'obroty|obrót|kwota|doch[oó]d[uy]?|przychody?|cena|płaca|wynagrodzenie|koszty?',
    'omzet|bedrag|loon|lonen|prijs|inkomen|omsättning|belopp|lön|pris|inkomst|intäkter',
  ].join('|')})([ _-]|$)|売上|金額|給与|賃金|収入|価格|費用`,
  'iu',
)
/** Names of weights that surveys give their lines; a weight of a body is called so too, and is no such name by itself. */
const SAMPLING_WEIGHT =
  /(^|[ _-])(\w*wgt\w*|[a-z]{0,5}wts?|[phd]?weights?[ _-]?(\d+|final|person|household|hh|ind)|(sample|sampling|survey|design|final|person|household|expansion|calibrated?|base|pop)[ _-]?(weights?|wt|factor)|hochrechnungs?\w*|gewichtung\w*|\w*gewichtungsfaktor|pond(eration|ération)?|poids[ _-]?(final|tirage|calage|sondage)|coef[ _-]?(ext|pond)\w*|factor[ _-]?(de[ _-]?)?(expan\w*|pond\w*)|fac[ _-]?exp\w*|peso[ _-]?(amostral|final|calibrado|campionario)|fator[ _-]?(de[ _-]?)?expan\w*|waga([ _-]\w+)?|weegfactor|vikt|vekt)([ _-]?\d*)$/iu
/** Names of columns that measure or name something, and of those that say anything else than how many. */
export const namesMeasure = (name: string): boolean => MEASURE.test(name.normalize('NFC'))
export const namesNoNumberOf = (name: string): boolean => namesIdentifier(name) || namesMeasure(name)
export const namesSomethingElse = (name: string): boolean =>
  namesNoNumberOf(name) || PERSON.test(name) || namesPlace(name) || namesSensitive(name)

/** A column with so many values a line tells people apart. */
const MANY_VALUES = 1 / 50
const FEW = 20
/** Values that come back less often than this are no levels. */
const MOSTLY = 1 / 2
/** Texts of so many words are sentences. */
const SENTENCE = 3
const MANY_LEVELS = 60
/** Whole numbers that leave out hardly one between the least and the greatest, each for a few lines, are numbered through. */
const RUNNING = 0.9
const FEW_LINES = 1 / 10

export function likenessOf(column: KnownOfColumn): Likeness {
  const { name, type, present, distinct } = column
  if (present === 0) return 'empty'
  if (column.pattern !== undefined) return 'identifier'
  const isText = type === 'text'
  const isDate = type === 'date' || type === 'date and time'
  if (namesNumberOf(name) && type === 'whole number') return 'count'
  const hardlyRepeats = distinct > MOSTLY * present // in a small file, or a column that few lines fill in
  if (isText && (distinct > MANY_LEVELS || hardlyRepeats) && column.words >= SENTENCE) return 'free text'
  const tellsApart = (distinct > FEW && distinct >= MANY_VALUES * present) || hardlyRepeats
  if ((namesIdentifier(name) || PERSON.test(name)) && tellsApart) return 'identifier'
  if (isSamplingWeight(column)) return 'sampling weight'
  if (namesPlace(name)) return 'geography'
  if (isDate) return 'quasi-identifier'
  const isNumber = type === 'number' || type === 'whole number'
  if (isNumber && distinct > MOST_CODES && !namesIdentifier(name) && isMeasured(column)) return 'measure'
  const isDigits = type === 'whole number' || type === 'code'
  if (isDigits && isRunning(column)) return 'identifier'
  const isUnique = distinct > 0.9 * present && present > FEW
  if ((isUnique || (hardlyRepeats && distinct > MOST_CODES)) && type !== 'number') return 'identifier'
  const isLongCode = isDigits && column.shortest === column.longest && column.longest >= 5
  if (isLongCode) return distinct < 0.5 * present ? 'geography' : 'identifier'
  if (namesSensitive(name)) return 'sensitive'
  if (distinct <= MOST_CODES) return 'quasi-identifier'
  return isNumber ? 'measure' : 'quasi-identifier'
}

function isSamplingWeight({ name, type, distinct, smallest }: KnownOfColumn): boolean {
  const isNumber = type === 'number' || type === 'whole number'
  return isNumber && distinct > FEW && smallest >= 0 && SAMPLING_WEIGHT.test(name.normalize('NFC'))
}

/** Fewer values than this may be codes, ages or years. */
const MOST_CODES = 120

/** No number that counts people through is below 0, and few are called a cost. */
function isMeasured({ name, smallest }: KnownOfColumn): boolean {
  return namesMeasure(name) || smallest < 0
}

function isRunning({ present, distinct, smallest, largest }: KnownOfColumn): boolean {
  return distinct > MOST_CODES && distinct >= FEW_LINES * present && distinct >= RUNNING * (largest - smallest + 1)
}

/** What could be found by is coarsened, what names people or says anything at all is left out. */
export function proposedRole(likeness: Likeness): Role {
  switch (likeness) {
    case 'identifier':
    case 'free text':
    case 'sampling weight':
      return 'identifier'
    case 'geography':
    case 'quasi-identifier':
      return 'quasi-identifier'
    case 'sensitive':
    case 'measure':
      return 'sensitive'
    case 'count':
    case 'empty':
      return 'plain'
  }
}
