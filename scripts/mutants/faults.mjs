/**
 * One-line faults of a source file, by pattern: what a tired hand might write. Each is an edit of the text, found in the syntax
 * tree, so that types, imports and words of messages stay as they are.
 */
import ts from 'typescript'

const { SyntaxKind: Kind } = ts

const FLIPPED = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
])
const SWAPPED_SIGNS = new Map([
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
  [Kind.AsteriskToken, '/'],
  [Kind.SlashToken, '*'],
])
/** Which way a bound is rounded, or which end is taken. */
const OTHER_WAY = new Map(
  [
    ['floor', 'ceil'],
    ['min', 'max'],
    ['upper', 'lower'],
    ['high', 'low'],
    ['upward', 'downward'],
    ['toNumberUp', 'toNumberDown'],
    ['add', 'subtract'],
    ['multiply', 'divide'],
    ['some', 'every'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)

/** @returns {{ pattern: string, start: number, end: number, text: string }[]} */
export function faultsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const put = (pattern, node, text) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    if (!source.slice(start, end).includes('\n')) found.push({ pattern, start, end, text })
  }
  const textOf = (node) => node.getText(file)
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return
    binary(node, put, textOf)
    calls(node, put, textOf)
    values(node, put, textOf)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function binary(node, put, textOf) {
  if (!ts.isBinaryExpression(node)) return
  const { left, right, operatorToken: operator } = node
  const flipped = FLIPPED.get(operator.kind)
  if (flipped !== undefined) put('comparison', operator, flipped)
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
  const sign = isText ? undefined : SWAPPED_SIGNS.get(operator.kind)
  if (sign === undefined) return
  put('sign', operator, sign)
  if (operator.kind === Kind.PlusToken || operator.kind === Kind.MinusToken)
    put('dropped term', node, `(${textOf(left)})`)
}

function calls(node, put, textOf) {
  if (!ts.isCallExpression(node)) return
  const { expression, arguments: given } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  const other = ts.isIdentifier(name) ? OTHER_WAY.get(name.text) : undefined
  if (other !== undefined) put('other way', name, other)
  if (/^Math\.(max|min)$/.test(textOf(expression)) && given.length === 2)
    for (const one of given) put('dropped bound', node, `(${textOf(one)})`)
  if (given.length === 2 && given.every((one) => ts.isIdentifier(one) || ts.isPropertyAccessExpression(one)))
    put('swapped arguments', node, `${textOf(expression)}(${textOf(given[1])}, ${textOf(given[0])})`)
}

function values(node, put, textOf) {
  if (ts.isExpressionStatement(node) && !textOf(node).startsWith('super(')) put('deleted statement', node, '')
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) put('dropped part', node, '...[]')
  if (ts.isConditionalExpression(node)) put('one branch', node, `(${textOf(node.whenFalse)})`)
  if (
    ts.isPropertyAccessExpression(node) &&
    ['upper', 'lower', 'high', 'low'].includes(node.name.text) &&
    !ts.isCallExpression(node.parent)
  )
    put('other way', node.name, OTHER_WAY.get(node.name.text))
  if (ts.isNumericLiteral(node) && /^\d+$/.test(node.text)) put('off by one', node, String(Number(node.text) + 1))
  if (ts.isBigIntLiteral(node)) put('off by one', node, `${BigInt(node.text.slice(0, -1)) + 1n}n`)
  if (ts.isIfStatement(node) && node.elseStatement === undefined) put('condition left out', node.expression, 'false')
}
