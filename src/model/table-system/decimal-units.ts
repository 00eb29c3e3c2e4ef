/** Decimal numbers as whole units of the last decimal of a table, so that they add up exactly. */

const NUMBER = /^[+-]?(?:\d+(?:\.(\d*))?|\.(\d+))$/

export const isDecimal = (text: string): boolean => NUMBER.test(text)

/** The decimals of a number as it is written, without zeros at its end. */
export function decimalsOf(text: string): number {
  const [, after, alone] = NUMBER.exec(text) ?? []
  return (after ?? alone ?? '').replace(/0+$/, '').length
}

/** The number in units of 10 to the minus `decimals`; requires a decimal number with no more decimals. */
export function unitsOf(text: string, decimals: number): number {
  const [whole, fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const units = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  return text.startsWith('-') && units !== 0 ? -units : units
}

export function decimalText(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return units < 0 ? `-${text}` : text
}
