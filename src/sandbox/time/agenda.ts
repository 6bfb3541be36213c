/** The service's time in epoch milliseconds. Never goes back. */
export type Clock = ReturnType<typeof createClock>

/** `manual` moves only on command; `flowing` also follows real time. */
export type ClockMode = "manual" | "flowing"

/** @param wallNow real time, epoch milliseconds */
export function createClock(mode: ClockMode, startMs: number, wallNow: () => number = Date.now) {
  const wallStartMs = wallNow()
  let skippedMs = 0
  const elapsed = mode === "flowing" ? () => wallNow() - wallStartMs : () => 0
  const now = () => startMs + skippedMs + elapsed()
  return {
    now,
    /** Moves the clock forward; a past instant changes nothing. */
    reach(atMs: number): void {
      skippedMs += Math.max(0, atMs - now())
    },
  }
}

/** Future work: blocks, expiries, retries. `atMs` is when it was due. */
type Task = (atMs: number) => void

export type Agenda = ReturnType<typeof createAgenda>

/** Work of one instant runs in the order it was scheduled. */
export function createAgenda(clock: Clock) {
  const queue = createTaskQueue<Task>()

  /** One at a time: a task may schedule more work for the same instant. */
  function runInstant(byMs: number): boolean {
    const first = queue.takeDue(byMs)
    if (!first) return false
    clock.reach(first.atMs)
    first.task(first.atMs)
    for (let next = queue.takeDue(first.atMs); next; next = queue.takeDue(first.atMs)) next.task(next.atMs)
    return true
  }

  return {
    schedule: (atMs: number, task: Task) => queue.add(atMs, task),
    /** Runs due work, without awaiting what it started. */
    runDue(): void {
      while (runInstant(clock.now()));
    },
    /** Moves the clock to an instant, running due work in order; `afterInstant` is awaited after each instant with work. */
    async runUntil(targetMs: number, afterInstant: () => Promise<void>): Promise<void> {
      while (runInstant(targetMs)) await afterInstant()
      clock.reach(targetMs)
    },
  }
}

type Entry<T> = { atMs: number; order: number; task: T }

/**
 * A binary heap by time; equal times keep their order. The ten thousandth open invoice costs no more than the
 * first.
 */
export function createTaskQueue<T>() {
  const heap: Entry<T>[] = []
  let added = 0

  return {
    add(atMs: number, task: T): void {
      heap.push({ atMs, order: added++, task })
      rise(heap, heap.length - 1)
    },
    takeDue(byMs: number): { atMs: number; task: T } | undefined {
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

/** @returns whether it swapped */
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
