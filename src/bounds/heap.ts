/** A binary heap: `pop` returns a member that none stands before, by the order given. */
export class Heap<T> {
  private readonly items: T[] = []
  private readonly order: (a: T, b: T) => number

  constructor(order: (a: T, b: T) => number) {
    this.order = order
  }

  push(item: T): void {
    const { items, order } = this
    let k = items.push(item) - 1
    while (k > 0) {
      const parent = (k - 1) >> 1
      if (order(items[parent], item) <= 0) break
      items[k] = items[parent]
      k = parent
    }
    items[k] = item
  }

  pop(): T | undefined {
    const { items, order } = this
    const first = items[0]
    const last = items.pop()
    if (items.length === 0 || last === undefined) return first
    let k = 0
    for (;;) {
      let child = 2 * k + 1
      if (child >= items.length) break
      if (child + 1 < items.length && order(items[child + 1], items[child]) < 0) child++
      if (order(last, items[child]) <= 0) break
      items[k] = items[child]
      k = child
    }
    items[k] = last
    return first
  }
}
