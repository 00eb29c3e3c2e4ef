/**
 * Numbers and addresses that name one person, known by how they are written and by their check digits: a name of a column can be in any
 * language, a check digit is the same in all. One random number in about ten has a right check digit, so a column of them is no chance.
 */

export interface KnownPattern {
  /** What people call it. */
  readonly name: string
  readonly fits: (text: string) => boolean
}

const digitsOf = (text: string): readonly number[] => [...text].map(Number)

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * digits[i], 0)

/** `test` sees the digits alone, when there are as many as `length` says between the usual separators. */
const numbered =
  (length: number, test: (digits: readonly number[]) => boolean) =>
  (text: string): boolean => {
    const bare = text.replace(/[ ./-]/g, '')
    return bare.length === length && /^\d+$/.test(bare) && !/^(\d)\1*$/.test(bare) && test(digitsOf(bare))
  }

/** The last digit of the German tax number by ISO 7064, mod 11,10. */
function isTaxNumber(digits: readonly number[]): boolean {
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return digits[0] !== 0 && (11 - product) % 10 === digits[10]
}

/** Both check digits of a Brazilian CPF. */
function isCpf(digits: readonly number[]): boolean {
  const check = (n: number): number =>
    ((10 *
      weighted(
        digits,
        Array.from({ length: n }, (_, i) => n + 1 - i),
      )) %
      11) %
    10
  return check(9) === digits[9] && check(10) === digits[10]
}

/** 1 to 12 for the month, with the century added to it. */
const isPeselDate = (digits: readonly number[]): boolean => {
  const month = (10 * digits[2] + digits[3]) % 20
  const day = 10 * digits[4] + digits[5]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

function isNir(text: string): boolean {
  const bare = text.replace(/[ .-]/g, '').toUpperCase()
  const match = /^([1-8]\d{4}(?:\d{2}|2[AB])\d{6})(\d{2})$/.exec(bare)
  if (match === null) return false
  const number = BigInt(match[1].replace('2A', '19').replace('2B', '18'))
  return 97n - (number % 97n) === BigInt(match[2])
}

/** By ISO 13616: the first four characters moved to the end, letters as 10 to 35, the whole 1 modulo 97. */
function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare)) return false
  const moved = `${bare.slice(4)}${bare.slice(0, 4)}`
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join('')
  return [...digits].reduce((rest, digit) => (10 * rest + Number(digit)) % 97, 0) === 1
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

function isSpanish(text: string): boolean {
  const match = /^([XYZ]?\d{7,8})[- ]?([A-Z])$/i.exec(text)
  if (match === null) return false
  const number = match[1].toUpperCase().replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign)))
  return number.length === 8 && SPANISH_LETTERS[Number(number) % 23] === match[2].toUpperCase()
}

const PATTERNS: readonly KnownPattern[] = [
  { name: 'e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) },
  { name: 'IBAN (bank account)', fits: isIban },
  { name: 'CPF (Brazil)', fits: numbered(11, isCpf) },
  {
    name: 'PESEL (Poland)',
    fits: numbered(11, (d) => isPeselDate(d) && weighted(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0),
  },
  { name: 'tax number (Germany)', fits: numbered(11, isTaxNumber) },
  { name: 'NIR (France)', fits: isNir },
  {
    name: 'NHS number (England)',
    fits: numbered(10, (d) => (11 - (weighted(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[9]),
  },
  { name: 'BSN (Netherlands)', fits: numbered(9, (d) => weighted(d, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0) },
  {
    name: 'My Number (Japan)',
    fits: numbered(12, (d) => {
      const rest = weighted(d, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
      return (rest <= 1 ? 0 : 11 - rest) === d[11]
    }),
  },
  { name: 'DNI or NIE (Spain)', fits: isSpanish },
  { name: 'codice fiscale (Italy)', fits: (text) => /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/i.test(text) },
  { name: 'SSN (United States)', fits: (text) => /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text) },
  { name: 'phone number', fits: (text) => /^(\+|00)[1-9][\d ()/.-]{6,18}\d$/.test(text) },
]

/** Values that must be seen before anything is said, and how many of them must fit: some are mistyped in any file. */
const FEWEST = 5
const MOSTLY = 0.8

/** The pattern that nearly all of these different values have. */
export function knownPattern(values: readonly string[]): string | undefined {
  if (values.length < FEWEST) return undefined
  const fits = ({ fits }: KnownPattern): boolean => values.filter(fits).length >= MOSTLY * values.length
  return PATTERNS.find(fits)?.name
}
