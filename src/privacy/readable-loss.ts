/** Exact numbers the way people read them: 41.005, not 8201/200. The files of a release keep the exact ones. */

const DIGITS = 7

/** A fraction as a decimal; anything else as it is. */
export function decimal(text: string): string {
  const match = /^(-?\d+)\/(\d+)$/.exec(text)
  return match === null ? text : String(Number((Number(match[1]) / Number(match[2])).toPrecision(DIGITS)))
}

/** A budget in a sentence: its exact value, with the decimal that may follow a fraction. */
const BUDGET = /\b(epsilon|rho|delta) (\d+(?:\/\d+|\.\d+)?(?:e-?\d+)?)(?: \((\d[\d.e-]*)\))?/g

/** The budgets of a sentence in few digits, none below the exact one: "epsilon 16/9 (1.777778)" is epsilon 1.778. */
export function readableLoss(sentence: string): string {
  return sentence.replaceAll(BUDGET, (_, name: string, exact: string, shown?: string) => {
    return `${name} ${roundedUp(shown ?? decimal(exact))}`
  })
}

/** Works on the digits as printed, so that no rounding of a double can slip below them. Small numbers have three digits. */
function roundedUp(text: string): string {
  const exponent = Number(/e(-?\d+)$/.exec(text)?.[1] ?? 0)
  const [whole, fraction = ''] = text.replace(/e.*$/, '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const small = Number(text) > 0 && Number(text) < 0.001
  const most = small ? 3 : Math.max(4, whole.length)
  const dropped = Math.max(0, digits.length - most)
  const up = /[1-9]/.test(digits.slice(most)) ? 1 : 0
  const rounded = Number(`${Number(digits.slice(0, most)) + up}e${exponent - fraction.length + dropped}`)
  return small ? rounded.toExponential() : String(rounded)
}
