/** Numbers as a statistical bulletin prints them: thousands apart, a true minus sign, no more digits than asked. */

/** At most `digits` decimals. What is not a number is shown as a dash. */
export function formatNumber(value: number, digits = 0): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const rounded = value.toLocaleString('en-GB', { maximumFractionDigits: digits })
  return rounded === '-0' ? '0' : rounded.replace('-', '−')
}

/** Exactly `digits` decimals, so that a column of them lines up. */
export function formatFixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return formatNumber(value)
  const rounded = value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return /^-[0.,]*$/.test(rounded) ? rounded.slice(1) : rounded.replace('-', '−')
}

/** 0.1234 as "12.3 %". */
export function formatPercent(value: number, digits = 1): string {
  return Number.isFinite(value) ? `${formatFixed(value * 100, digits)} %` : formatNumber(value)
}

/** About `figures` significant digits; powers of ten where decimals would be unreadable. */
export function formatSignificant(value: number, figures = 3): string {
  const size = Math.abs(value)
  if (!Number.isFinite(value) || size === 0) return formatNumber(value)
  if (size >= 1e12 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(figures - 1).split('e')
    return `${mantissa.replace('-', '−')} × 10${superscript(Number(exponent))}`
  }
  return formatNumber(value, Math.max(0, figures - 1 - Math.floor(Math.log10(size))))
}

function superscript(exponent: number): string {
  return Array.from(String(exponent), (digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('')
}
