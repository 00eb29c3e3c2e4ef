/**
 * Generalisation trees from what people have: lines of a file, lengths of code prefixes. Every clash in a file is named,
 * not only the first.
 */
import { badInput } from '../../request-error.ts'
import type { GeneralisationTree } from './generalisation-tree.ts'
import type { Hierarchy } from './problem.ts'

/**
 * One line a value: the value, then its generalisations from the narrowest to the widest. `firstLine` is the number of the
 * first row in its file, 2 where names stand above.
 */
export function treeFromRows(
  rows: readonly (readonly string[])[],
  where: string,
  firstLine: number = 1,
): GeneralisationTree {
  const clashes = findClashes(rows, firstLine)
  if (clashes.length > 0) {
    throw badInput(`${where} is not a tree:\n${clashes.map((clash) => `  ${clash}`).join('\n')}\nCorrect these lines.`)
  }
  const depth = rows[0].length
  const tops = new Set(rows.map((row) => row[depth - 1]))
  const lines = tops.size > 1 ? rows.map((row) => [...row, '*']) : rows
  return buildTree(inTreeOrder(lines))
}

function findClashes(rows: readonly (readonly string[])[], firstLine: number): string[] {
  const clashes: string[] = []
  if (rows.length === 0) return ['it has no lines']
  const depth = rows[0].length
  const parents = Array.from({ length: depth }, () => new Map<string, { parent: string; line: number }>())
  const lines = new Map<string, number>()
  rows.forEach((row, r) => {
    const here = firstLine + r
    if (row.length !== depth) {
      clashes.push(`line ${here} ("${row[0]}") has ${row.length} entries; line ${firstLine} has ${depth}`)
      return
    }
    const before = lines.get(row[0])
    if (before !== undefined) clashes.push(`lines ${before} and ${here} are both for "${row[0]}"`)
    else lines.set(row[0], here)
    row.forEach((label, level) => {
      if (label === '') clashes.push(`line ${here} ("${row[0]}") has a hole: entry ${level + 1} is empty`)
      if (level === 0 || level + 1 === depth) return
      const known = parents[level].get(label)
      if (known === undefined) parents[level].set(label, { parent: row[level + 1], line: here })
      else if (known.parent !== row[level + 1]) {
        clashes.push(
          `"${label}" (entry ${level + 1}) lies in "${known.parent}" on line ${known.line} but in "${row[level + 1]}" on line ${here}`,
        )
      }
    })
  })
  return clashes
}

/** Lines so ordered that every node's are consecutive, nodes in the order of their first lines. */
function inTreeOrder(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const depth = rows[0].length
  const first = Array.from({ length: depth }, () => new Map<string, number>())
  rows.forEach((row, r) => {
    row.forEach((label, level) => {
      if (!first[level].has(label)) first[level].set(label, r)
    })
  })
  return [...rows].sort((a, b) => {
    for (let level = depth - 1; level >= 0; level--) {
      const difference = first[level].get(a[level])! - first[level].get(b[level])!
      if (difference !== 0) return difference
    }
    return 0
  })
}

function buildTree(rows: readonly (readonly string[])[]): GeneralisationTree {
  const depth = rows[0].length
  const labels: string[][] = Array.from({ length: depth }, () => [])
  const parents: number[][] = Array.from({ length: depth - 1 }, () => [])
  rows.forEach((row, r) => {
    let fresh = r === 0
    for (let level = depth - 1; level >= 0; level--) {
      fresh ||= row[level] !== rows[r - 1][level]
      if (!fresh) continue
      labels[level].push(row[level])
      if (level + 1 < depth) parents[level].push(labels[level + 1].length - 1)
    }
  })
  return { labels, parents: parents.map((line) => Int32Array.from(line)) }
}

/** Where each label stands among the leaves. Labels that the tree lacks are values of records: counted, never named. */
export function placeLabels(tree: GeneralisationTree, labels: readonly string[], where: string): Hierarchy {
  const leaves = new Map(tree.labels[0].map((label, leaf) => [label, leaf]))
  const missing = labels.filter((label) => !leaves.has(label)).length
  if (missing > 0) {
    throw badInput(`${where} has no line for ${missing} of the ${labels.length} values in the data. Add these lines.`)
  }
  return { tree, leafOf: Int32Array.from(labels, (label) => leaves.get(label)!) }
}

/** Codes of equal length generalised by cutting them to fewer and fewer characters, such as [5, 3, 2]. */
export function treeFromPrefixes(
  codes: readonly string[],
  lengths: readonly number[],
  where: string,
): GeneralisationTree {
  const full = codes[0]?.length ?? 0
  const kept = lengths.filter((length) => length < full)
  if (!kept.every((length, t) => length >= 1 && (t === 0 || length < kept[t - 1]))) {
    throw badInput(
      `${where}: prefix lengths must fall from level to level, each at least 1; they are ${lengths.join(', ')}.`,
    )
  }
  const distinct = new Set(codes)
  const uneven = [...distinct].filter((code) => code.length !== full).length
  if (uneven > 0) {
    throw badInput(
      `${where}: codes must all have the same length, and ${uneven} of ${distinct.size} have not the ${full} characters of the first. Make them even, or give a tree in a file.`,
    )
  }
  const rows = [...distinct]
    .sort()
    .map((code) => [code, ...kept.map((length) => code.slice(0, length).padEnd(full, '*')), '*'])
  return treeFromRows(rows, where)
}
