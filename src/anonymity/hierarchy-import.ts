/**
 * Generalisation trees from what people have: lines of a file, widths of intervals, lengths of code prefixes. Every clash
 * in a file is named, not only the first.
 */
import { badInput } from '../request-error.ts'
import type { Hierarchy } from './problem.ts'
import type { GeneralisationTree } from './tree.ts'

/** One line a value: the value, then its generalisations from the narrowest to the widest. */
export function treeFromRows(rows: readonly (readonly string[])[], where: string): GeneralisationTree {
  const clashes = findClashes(rows)
  if (clashes.length > 0) {
    throw badInput(`${where} is not a tree:\n${clashes.map((clash) => `  ${clash}`).join('\n')}\nCorrect these lines.`)
  }
  const depth = rows[0].length
  const tops = new Set(rows.map((row) => row[depth - 1]))
  const lines = tops.size > 1 ? rows.map((row) => [...row, '*']) : rows
  return buildTree(inTreeOrder(lines))
}

function findClashes(rows: readonly (readonly string[])[]): string[] {
  const clashes: string[] = []
  if (rows.length === 0) return ['it has no lines']
  const depth = rows[0].length
  const parents = Array.from({ length: depth }, () => new Map<string, { parent: string; line: number }>())
  const lines = new Map<string, number>()
  rows.forEach((row, r) => {
    if (row.length !== depth) {
      clashes.push(`line ${r + 1} ("${row[0]}") has ${row.length} entries; line 1 has ${depth}`)
      return
    }
    const before = lines.get(row[0])
    if (before !== undefined) clashes.push(`lines ${before} and ${r + 1} are both for "${row[0]}"`)
    else lines.set(row[0], r + 1)
    row.forEach((label, level) => {
      if (label === '') clashes.push(`line ${r + 1} ("${row[0]}") has a hole: entry ${level + 1} is empty`)
      if (level === 0 || level + 1 === depth) return
      const known = parents[level].get(label)
      if (known === undefined) parents[level].set(label, { parent: row[level + 1], line: r + 1 })
      else if (known.parent !== row[level + 1]) {
        clashes.push(
          `"${label}" (entry ${level + 1}) lies in "${known.parent}" on line ${known.line} but in "${row[level + 1]}" on line ${r + 1}`,
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

/** Where each label stands among the leaves. Every label that the tree lacks is named. */
export function placeLabels(tree: GeneralisationTree, labels: readonly string[], where: string): Hierarchy {
  const leaves = new Map(tree.labels[0].map((label, leaf) => [label, leaf]))
  const missing = labels.filter((label) => !leaves.has(label))
  if (missing.length > 0) {
    throw badInput(`${where} has no line for: ${missing.map((label) => `"${label}"`).join(', ')}. Add these lines.`)
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
  const uneven = [...new Set(codes)].filter((code) => code.length !== full)
  if (uneven.length > 0) {
    throw badInput(`${where}: codes must all have ${full} characters; these do not: ${uneven.join(', ')}.`)
  }
  const rows = [...new Set(codes)]
    .sort()
    .map((code) => [code, ...kept.map((length) => code.slice(0, length).padEnd(full, '*')), '*'])
  return treeFromRows(rows, where)
}

/**
 * A numeric attribute's tree over equal intervals: the narrowest [low + t width, low + (t + 1) width), joined by each of
 * `factors` in turn (10 and [2, 5] give widths of 10, 20 and 100). With the leaf of every record.
 */
export function treeFromIntervals(
  values: Float64Array,
  { low, width, factors }: { readonly low: number; readonly width: number; readonly factors: readonly number[] },
  where: string,
): Hierarchy {
  if (!(width > 0) || !factors.every((factor) => Number.isInteger(factor) && factor >= 2)) {
    throw badInput(`${where}: the width must be above 0 and every factor a whole number of at least 2.`)
  }
  const bins = values.map((value) => Math.floor((value - low) / width))
  if (bins.some((bin) => bin < 0 || !Number.isFinite(bin))) {
    throw badInput(`${where}: there are values below ${low}, where the intervals start. Start them lower.`)
  }
  const most = bins.reduce((high, bin) => Math.max(high, bin), 0)
  const rows = Array.from({ length: most + 1 }, (_, bin) => {
    const row = [intervalLabel(low, width, bin)]
    let joined = 1
    for (const factor of factors) {
      joined *= factor
      row.push(intervalLabel(low, width * joined, Math.floor(bin / joined)))
    }
    return [...row, '*']
  })
  return { tree: treeFromRows(rows, where), leafOf: Int32Array.from(bins) }
}

function intervalLabel(low: number, width: number, bin: number): string {
  const digits = (value: number): string => String(Number(value.toPrecision(12)))
  return `[${digits(low + bin * width)}, ${digits(low + (bin + 1) * width)})`
}
