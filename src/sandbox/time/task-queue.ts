type Entry<T> = { atMs: number; order: number; task: T }

export type TaskQueue<T> = {
  add(atMs: number, task: T): void
  /** Takes the earliest task that is due by an instant. */
  takeDue(byMs: number): { atMs: number; task: T } | undefined
}

/**
 * Creates a queue by time; tasks of one instant come out in the order in which they went in.
 *
 * A binary heap: adding and taking cost the logarithm of what waits, so that the ten thousandth open invoice
 * costs no more than the first.
 */
export function createTaskQueue<T>(): TaskQueue<T> {
  const heap: Entry<T>[] = []
  let added = 0

  return {
    add(atMs, task) {
      heap.push({ atMs, order: added++, task })
      rise(heap, heap.length - 1)
    },
    takeDue(byMs) {
      const first = heap[0]
      if (!first || first.atMs > byMs) return undefined
      const last = heap.pop()
      if (last && heap.length > 0) {
        heap[0] = last
        sink(heap)
      }
      return first
    },
  }
}

function rise<T>(heap: Entry<T>[], start: number): void {
  for (let index = start; index > 0;) {
    const parent = (index - 1) >> 1
    if (!swapIfBefore(heap, index, parent)) return
    index = parent
  }
}

function sink<T>(heap: Entry<T>[]): void {
  for (let index = 0; ;) {
    const left = 2 * index + 1
    const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left
    if (!swapIfBefore(heap, child, index)) return
    index = child
  }
}

/** @returns whether the first one came before the second one, and so took its place */
function swapIfBefore<T>(heap: Entry<T>[], first: number, second: number): boolean {
  const [a, b] = [heap[first], heap[second]]
  if (!a || !b || !isBefore(a, b)) return false
  heap[first] = b
  heap[second] = a
  return true
}

function isBefore<T>(left: Entry<T> | undefined, right: Entry<T> | undefined): boolean {
  if (!left || !right) return false
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)
}
