/**
 * Reads MPS text, free or fixed, with every number kept as the decimal it was written as: ROWS, COLUMNS with integer markers,
 * RHS, RANGES, BOUNDS, OBJSENSE, and a quadratic objective 1/2 x'Qx in QUADOBJ (a triangle of Q) or QMATRIX (all of Q).
 * As HiGHS does: a variable between integer markers without bounds is 0 or 1, and an upper bound below 0 takes the lower away.
 */
import { add, divide, parseRational, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { decimalOfText } from './decimals.ts'
import { lineError } from './lp-tokens.ts'
import { type Bound, type Program, ProgramBuilder } from './program.ts'

export function readMps(text: string): Program {
  const reader = new MpsReader()
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    reader.take(line, index + 1)
  })
  return reader.finish()
}

type Kind = 'N' | 'L' | 'G' | 'E'

interface Row {
  readonly kind: Kind
  readonly entries: Map<number, Rational>
  side: Rational
  range: Rational | null
}

class MpsReader {
  readonly #builder = new ProgramBuilder()
  readonly #rows = new Map<string, Row>()
  readonly #bounded = new Set<number>()
  readonly #marked = new Set<number>()
  #objective: string | undefined
  #section = ''
  #integer = false
  #line = 0

  take(text: string, line: number): void {
    this.#line = line
    if (text.trim() === '' || text.startsWith('*') || this.#section === 'ENDATA') return
    const fields = text.trim().split(/\s+/)
    if (!/^\s/.test(text)) this.#open(fields)
    else if (this.#section === 'OBJSENSE') this.#data(fields)
    else if (this.#section === 'ROWS') this.#data([fields[0], text.trim().slice(fields[0].length).trim()])
    else this.#data(this.#split(text, fields))
  }

  finish(): Program {
    if (this.#section !== 'ENDATA') throw this.#error('the model ends without ENDATA', 'ENDATA on the last line')
    for (const variable of this.#marked) {
      this.#builder.setInteger(variable)
      if (!this.#bounded.has(variable)) this.#builder.setBounds(variable, ZERO, rational(1n))
    }
    for (const [name, row] of this.#rows) {
      if (row.kind === 'E' && row.range === null) this.#builder.addEquation(name, row.side, row.entries)
      else if (row.kind !== 'N') this.#builder.addRow(name, ...sidesOf(row), row.entries)
      else if (name === this.#objective) {
        for (const [variable, value] of row.entries) this.#builder.addCost(variable, value)
        this.#builder.constant = subtract(ZERO, row.side)
      }
    }
    return this.#builder.build()
  }

  #open([name, ...rest]: string[]): void {
    const section = name.toUpperCase()
    if (!/^(NAME|OBJSENSE|OBJNAME|ROWS|COLUMNS|RHS|RANGES|BOUNDS|QUADOBJ|QMATRIX|ENDATA)$/.test(section)) {
      throw this.#error(
        `the section "${name}" is not known`,
        'ROWS, COLUMNS, RHS, RANGES, BOUNDS, QUADOBJ, QMATRIX or ENDATA',
      )
    }
    this.#section = section
    if (section === 'OBJSENSE' && rest.length > 0) this.#data(rest)
  }

  #data(fields: string[]): void {
    const section = this.#section
    if (section === 'OBJSENSE') this.#builder.sense = /^max/i.test(fields[0]) ? 'maximise' : 'minimise'
    else if (section === 'OBJNAME') this.#objective = fields[0]
    else if (section === 'ROWS') this.#row(fields)
    else if (section === 'COLUMNS') this.#column(fields)
    else if (section === 'RHS' || section === 'RANGES') this.#sides(fields)
    else if (section === 'BOUNDS') this.#bound(fields)
    else if (section === 'QUADOBJ' || section === 'QMATRIX') this.#quadratic(fields)
    else throw this.#error('data stand before any section', 'ROWS first')
  }

  #row([kind, name]: string[]): void {
    const letter = kind?.toUpperCase()
    if (!name || !/^[NLGE]$/.test(letter)) throw this.#error('a row has no type or no name', 'N, L, G or E and a name')
    if (this.#rows.has(name)) throw this.#error(`the row "${name}" is declared twice`, 'a name of its own for each row')
    if (letter === 'N') this.#objective ??= name
    this.#rows.set(name, { kind: letter as Kind, entries: new Map(), side: ZERO, range: null })
  }

  #column(fields: string[]): void {
    if (/^'?MARKER'?$/i.test(fields[1] ?? '')) {
      this.#integer = /INTORG/i.test(fields[2] ?? '')
      return
    }
    const variable = this.#builder.variable(fields[0])
    if (this.#integer) this.#marked.add(variable)
    for (const [row, value] of this.#pairs(fields.slice(1))) {
      if (row.entries.has(variable))
        throw this.#error(`"${fields[0]}" has two entries in one row`, 'one entry, their sum')
      row.entries.set(variable, value)
    }
  }

  #sides(fields: string[]): void {
    for (const [row, value] of this.#pairs(fields.length % 2 === 1 ? fields.slice(1) : fields)) {
      if (this.#section === 'RHS') row.side = value
      else row.range = value
    }
  }

  #pairs(fields: string[]): [Row, Rational][] {
    const pairs: [Row, Rational][] = []
    for (let i = 0; i < fields.length; i += 2) {
      const row = this.#rows.get(fields[i])
      if (row === undefined) throw this.#error(`"${fields[i]}" is not a row`, 'a name from the section ROWS')
      pairs.push([row, this.#number(fields[i + 1])])
    }
    return pairs
  }

  #bound(fields: string[]): void {
    const kind = fields[0].toUpperCase()
    const bare = /^(FR|MI|PL|BV)$/.test(kind)
    if (!bare && !/^(LO|UP|FX|LI|UI)$/.test(kind)) {
      throw this.#error(`the bound type "${fields[0]}" is not solved here`, 'LO, UP, FX, FR, MI, PL, BV, LI or UI')
    }
    const place = fields.length > (bare ? 2 : 3) ? 2 : 1
    const variable = this.#builder.indexOf(fields[place])
    if (variable === undefined)
      throw this.#error(`"${fields[place]}" is not a variable`, 'a name from the section COLUMNS')
    const value = bare ? null : this.#boundValue(fields[place + 1])
    const { lower, upper } = this.#builder.boundsOf(variable)
    this.#bounded.add(variable)
    if (/^(LI|UI|BV)$/.test(kind)) this.#builder.setInteger(variable)
    if (kind === 'BV') this.#builder.setBounds(variable, ZERO, rational(1n))
    else if (kind === 'FR') this.#builder.setBounds(variable, null, null)
    else if (kind === 'MI') this.#builder.setBounds(variable, null, upper)
    else if (kind === 'PL') this.#builder.setBounds(variable, lower, null)
    else if (kind === 'FX') this.#builder.setBounds(variable, value, value)
    else if (kind === 'LO' || kind === 'LI') this.#builder.setBounds(variable, value, upper)
    else this.#builder.setBounds(variable, value !== null && value.num < 0n && lower?.num === 0n ? null : lower, value)
  }

  /** An infinite bound, written as such or as 1e20 and more in size, is none. */
  #boundValue(text: string | undefined): Bound {
    if (text !== undefined && /^[+-]?inf(inity)?$/i.test(text)) return null
    const value = this.#number(text)
    return Math.abs(Number(text)) >= 1e20 ? null : value
  }

  #quadratic([one, other, text]: string[]): void {
    const [first, second] = [this.#builder.indexOf(one), this.#builder.indexOf(other ?? '')]
    if (first === undefined || second === undefined)
      throw this.#error('a quadratic entry names no variable', 'two names and a number')
    const value = this.#number(text)
    const halved = this.#section === 'QMATRIX' || first === second
    this.#builder.addQuadratic(first, second, halved ? divide(value, rational(2n)) : value)
  }

  #number(text: string | undefined): Rational {
    if (text !== undefined && /^\d+$/.test(text)) return decimalOfText(text)
    try {
      return parseRational((text ?? '').replace(/[dD](?=[+-]?\d+$)/, 'e'))
    } catch {
      throw this.#error('a number cannot be read', 'a decimal such as 12, -0.5 or 1e-3')
    }
  }

  /** Fields by blanks, or by the columns of the fixed format where blanks make no sense (names that contain them). */
  #split(text: string, fields: string[]): string[] {
    if (this.#rows.has(fields[1]) || fields.some((field) => /^[+-]?[\d.]/.test(field)) === false) return fields
    const fixed = FIXED.map(([from, to]) => text.slice(from, to).trim())
    const usable = fixed[1] !== '' && (this.#rows.has(fixed[2]) || this.#builder.indexOf(fixed[2]) !== undefined)
    return usable && /\s/.test(fixed[1] + fixed[2]) ? fixed.filter((field) => field !== '') : fields
  }

  #error(wrong: string, right: string): Error {
    return lineError(this.#line, wrong, right)
  }
}

/** Columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61. */
const FIXED: readonly (readonly [number, number])[] = [
  [1, 3],
  [4, 12],
  [14, 22],
  [24, 36],
  [39, 47],
  [49, 61],
]

function sidesOf({ kind, side, range }: Row): [Bound, Bound] {
  if (range === null) return [kind === 'L' ? null : side, kind === 'G' ? null : side]
  const width = range.num < 0n ? { num: -range.num, den: range.den } : range
  if (kind === 'L' || (kind === 'E' && range.num < 0n)) return [subtract(side, width), side]
  return [side, add(side, width)]
}
