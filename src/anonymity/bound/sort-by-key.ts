/** Sorts the first `count` keys ascending and their items along with them; equal keys by item. Shell's method, in place. */
export function sortAscending(keys: Float64Array, items: Int32Array, count: number): void {
  let gap = 1
  while (3 * gap + 1 < count) gap = 3 * gap + 1
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const key = keys[i]
      const item = items[i]
      let j = i
      for (; j >= gap && (keys[j - gap] > key || (keys[j - gap] === key && items[j - gap] > item)); j -= gap) {
        keys[j] = keys[j - gap]
        items[j] = items[j - gap]
      }
      keys[j] = key
      items[j] = item
    }
  }
}
