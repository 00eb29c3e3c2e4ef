/**
 * Reads CPLEX LP text with every number kept as the decimal it was written as: objective with a quadratic part in
 * "[ ... ] / 2", constraints with one relation or two (a range), bounds, general and binary variables.
 */
import { add, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { decimalOfText } from './decimals.ts'
import { lineError, lpTokens, SECTION_WORDS, type Token } from './lp-tokens.ts'
import { type Bound, type Program, ProgramBuilder } from './program.ts'

export function readLp(text: string): Program {
  return new LpReader(lpTokens(text)).read()
}

/** A linear form as it is written: terms by variable, and a constant. */
interface Form {
  readonly terms: Map<number, Rational>
  constant: Rational
}

class LpReader {
  readonly #tokens: readonly Token[]
  readonly #builder = new ProgramBuilder()
  #at = 0
  #labels: Set<string> | undefined

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): Program {
    const first = this.#next()
    if (first.text !== 'maximise' && first.text !== 'minimise') {
      throw lineError(
        first.line,
        'the model does not begin with an objective',
        '"Minimize" or "Maximize" on its own line',
      )
    }
    this.#builder.sense = first.text
    this.#objective()
    for (let token = this.#next(); token.kind !== 'end' && token.text !== 'finish'; token = this.#next()) {
      if (token.text === 'rows') while (!this.#sectionEnds()) this.#row()
      else if (token.text === 'bounds') while (!this.#sectionEnds()) this.#bound()
      else if (token.text === 'integer' || token.text === 'binary') while (!this.#sectionEnds()) this.#whole(token.text)
      else throw this.#unexpected(token, 'a section: "Subject To", "Bounds", "General", "Binary" or "End"')
    }
    return this.#builder.build()
  }

  #objective(): void {
    this.#skipLabel()
    const form = this.#form(true)
    this.#builder.constant = form.constant
    for (const [variable, value] of form.terms) this.#builder.addCost(variable, value)
  }

  #row(): void {
    const name = this.#skipLabel() ?? this.#freeName(`c${this.#builder.rowCount + 1}`)
    const start = this.#peek()
    const left = this.#form(false)
    const relation = this.#relation()
    if (left.terms.size > 0) {
      const right = subtract(this.#finiteNumber(), left.constant)
      if (this.#peek().kind === 'relation') throw this.#unexpected(this.#peek(), 'a range as "lower <= terms <= upper"')
      this.#addRow(name, left, relation, right)
      return
    }
    const middle = this.#form(false)
    if (middle.terms.size === 0)
      throw lineError(start.line, `the constraint "${name}" has no variable`, 'terms, a relation, a number')
    const first = subtract(left.constant, middle.constant)
    if (this.#peek().kind !== 'relation') {
      this.#addRow(name, middle, turned(relation), first)
      return
    }
    const second = this.#relation()
    if (second !== relation || relation === '=') {
      throw lineError(start.line, `the range "${name}" has two different relations`, '"lower <= terms <= upper"')
    }
    const last = subtract(this.#finiteNumber(), middle.constant)
    const [lower, upper] = relation === '<' ? [first, last] : [last, first]
    this.#builder.addRow(name, lower, upper, middle.terms)
  }

  #addRow(name: string, form: Form, relation: string, side: Rational): void {
    if (relation === '=') this.#builder.addEquation(name, side, form.terms)
    else this.#builder.addRow(name, relation === '<' ? null : side, relation === '>' ? null : side, form.terms)
  }

  /** Terms up to a relation, a section, a label, or a term without a sign after the first. */
  #form(objective: boolean): Form {
    const form: Form = { terms: new Map(), constant: ZERO }
    for (let first = true; ; first = false) {
      const token = this.#peek()
      const signed = token.kind === 'sign' && (token.text === '+' || token.text === '-')
      const bracket = token.kind === 'sign' && token.text === '['
      if (!(signed || bracket || token.kind === 'name' || token.kind === 'number')) return form
      if (!first && !signed) return form
      if (token.kind === 'name' && this.#isLabel()) return form
      const sign = this.#signs()
      if (this.#accept('[')) {
        if (!objective) throw lineError(token.line, 'a constraint has a quadratic part', 'linear constraints only')
        this.#quadratic(sign)
      } else this.#term(form, sign)
    }
  }

  #term(form: Form, sign: Rational): void {
    let value = sign
    const hasNumber = this.#peek().kind === 'number'
    if (hasNumber) value = sign === ONE ? this.#number() : multiply(value, this.#number())
    const token = this.#peek()
    if (token.kind === 'name' && !this.#isLabel()) {
      const variable = this.#builder.variable(this.#next().text)
      const before = form.terms.get(variable)
      form.terms.set(variable, before === undefined ? value : add(before, value))
    } else if (hasNumber) form.constant = add(form.constant, value)
    else throw this.#unexpected(token, 'a number or a variable after the sign')
  }

  /** After "[": terms q x ^ 2 and q x * y up to "] / 2". */
  #quadratic(sign: Rational): void {
    const half = divide(sign, rational(2n))
    while (!this.#accept(']')) {
      let value = multiply(half, this.#signs())
      if (this.#peek().kind === 'number') value = multiply(value, this.#number())
      const first = this.#builder.variable(this.#name())
      if (this.#accept('^')) {
        const power = this.#next()
        if (power.text !== '2') throw lineError(power.line, 'a power other than 2', '"x ^ 2"')
        this.#builder.addQuadratic(first, first, value)
      } else if (this.#accept('*')) {
        this.#builder.addQuadratic(first, this.#builder.variable(this.#name()), value)
      } else throw this.#unexpected(this.#peek(), '"^ 2" or "* y" inside the brackets')
    }
    const slash = this.#next()
    const two = this.#next()
    if (slash.text !== '/' || two.text !== '2')
      throw lineError(slash.line, 'the quadratic part has no "/ 2" after it', '"[ ... ] / 2"')
  }

  #bound(): void {
    if (this.#peek().kind === 'name' && !this.#isInfinity(this.#peek())) {
      const variable = this.#known(this.#next())
      if (/^free$/i.test(this.#peek().text)) {
        this.#next()
        this.#builder.setBounds(variable, null, null)
      } else this.#limit(variable, this.#relation(), this.#value())
      return
    }
    const first = this.#value()
    const relation = this.#relation()
    const variable = this.#known(this.#next())
    this.#limit(variable, turned(relation), first)
    if (this.#peek().kind === 'relation') this.#limit(variable, this.#relation(), this.#value())
  }

  #limit(variable: number, relation: string, value: Bound): void {
    const { lower, upper } = this.#builder.boundsOf(variable)
    this.#builder.setBounds(variable, relation === '<' ? lower : value, relation === '>' ? upper : value)
  }

  #whole(kind: 'integer' | 'binary'): void {
    const variable = this.#known(this.#next())
    this.#builder.setInteger(variable)
    if (kind === 'binary') this.#builder.setBounds(variable, ZERO, rational(1n))
  }

  #known(token: Token): number {
    const variable = token.kind === 'name' ? this.#builder.indexOf(token.text) : undefined
    if (variable !== undefined) return variable
    if (token.kind !== 'name') throw this.#unexpected(token, 'the name of a variable')
    // A variable that no constraint and no cost mentions may still be declared here.
    return this.#builder.variable(token.text)
  }

  /** A bound: a signed number, or an infinity of either sign as null. */
  #value(): Bound {
    const sign = this.#signs()
    if (this.#isInfinity(this.#peek())) {
      this.#next()
      return null
    }
    return multiply(sign, this.#number())
  }

  #finiteNumber(): Rational {
    const sign = this.#signs()
    return multiply(sign, this.#number())
  }

  #signs(): Rational {
    let sign = 1n
    for (;;) {
      if (this.#accept('-')) sign = -sign
      else if (!this.#accept('+')) return sign === 1n ? ONE : MINUS_ONE
    }
  }

  #number(): Rational {
    const token = this.#next()
    if (token.kind !== 'number') throw this.#unexpected(token, 'a number')
    return decimalOfText(token.text)
  }

  #name(): string {
    const token = this.#next()
    if (token.kind !== 'name') throw this.#unexpected(token, 'the name of a variable')
    return token.text
  }

  #relation(): string {
    const token = this.#next()
    if (token.kind !== 'relation') throw this.#unexpected(token, '<=, >= or =')
    return token.text
  }

  #skipLabel(): string | undefined {
    if (!this.#isLabel()) return undefined
    const { text } = this.#next()
    this.#next()
    return text
  }

  #isLabel(at = this.#at): boolean {
    const after = this.#tokens[at + 1]
    return this.#tokens[at].kind === 'name' && after?.kind === 'sign' && after.text === ':'
  }

  /** A name for a row without one, which no row of the file has. */
  #freeName(wanted: string): string {
    this.#labels ??= new Set(this.#tokens.flatMap(({ text }, at) => (this.#isLabel(at) ? [text] : [])))
    let name = wanted
    for (let count = 2; this.#labels.has(name); count++) name = `${wanted}_${count}`
    this.#labels.add(name)
    return name
  }

  #isInfinity({ kind, text }: Token): boolean {
    return kind === 'name' && /^(inf|infinity)$/i.test(text)
  }

  #sectionEnds(): boolean {
    return this.#peek().kind === 'section' || this.#peek().kind === 'end'
  }

  #accept(text: string): boolean {
    const token = this.#peek()
    if (token.kind !== 'sign' || token.text !== text) return false
    this.#at++
    return true
  }

  #peek(): Token {
    return this.#tokens[this.#at]
  }

  #next(): Token {
    const token = this.#tokens[this.#at]
    if (token.kind !== 'end') this.#at++
    return token
  }

  #unexpected({ kind, text, line }: Token, right: string): Error {
    if (text === 'unsupported') {
      return lineError(
        line,
        'semi-continuous variables, special ordered sets and cuts are not solved here',
        'a model without them',
      )
    }
    const written = kind === 'section' ? (SECTION_WORDS[text] ?? text) : text
    const found = kind === 'number' ? 'a number' : kind === 'end' ? text : `"${written}"`
    return lineError(line, `${found} stands where it cannot be read`, right)
  }
}

const MINUS_ONE = rational(-1n)

function turned(relation: string): string {
  return relation === '<' ? '>' : relation === '>' ? '<' : '='
}
