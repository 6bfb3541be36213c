/** A state in two whole numbers, and what was spent of each budget: that only limits what may still happen. */
export type State = { one: number; other: number; spent: number }

export type System = {
  start: State
  /** Reports the state after each event that can happen, always in the same order. */
  stepsFrom: (state: State, reach: (one: number, other: number, spent: number) => void) => void
  /** @returns the rule that a state breaks, or null */
  findProblem: (one: number, other: number) => string | null
  /** @returns the line of a story for the step of this number */
  textOf: (state: State, step: number) => string
}

export type Found = {
  states: number
  /** Events of the longest shortest story. */
  depth: number
  /** Whether every reachable state was visited. */
  isComplete: boolean
  seconds: number
  /** The shortest story that ends in a broken rule. */
  counterexample: { problem: string; story: string[] } | null
}

/** The counters of `spent`, of three bits each. The third is never set, so that one subtraction compares all of them. */
const BITS = 3
const COUNTERS = 5
const GUARDS = Array.from({ length: COUNTERS }, (_, at) => 4 << (at * BITS)).reduce((a, b) => a | b)

/** @param counts each at most 3 @example spend(1, 0, 2) // 0o201 */
export const spend = (...counts: number[]): number =>
  counts.reduce((sum, count, at) => sum | (count << (at * BITS)), 0)

/** Whether each counter is at most the other's. */
export const isWithin = (spent: number, limit: number): boolean =>
  (((limit | GUARDS) - spent) & GUARDS) === GUARDS

/**
 * Visits every state breadth first, each once, until one breaks a rule, the states run out, or the budget does.
 *
 * A state that was visited with no more spent can do everything this one can, in stories that are no longer, so this one is left
 * out. Which number is the first makes no difference. Keys are exact: no two states share one.
 */
export function search(system: System, budget: { states: number; seconds: number }): Found {
  const startedMs = performance.now()
  const visited = new States()
  let depth = 0
  let broken: { text: string; index: number } | null = null
  let parent = 0
  let step = 0
  const reach = (one: number, other: number, spent: number) => {
    const number = step++
    if (broken !== null || visited.has(one, other, spent)) return
    const index = visited.add(one, other, spent, parent, number)
    const text = system.findProblem(one, other)
    if (text !== null) broken = { text, index }
  }
  const end = (isComplete: boolean): Found => ({
    states: visited.count,
    depth,
    isComplete,
    seconds: (performance.now() - startedMs) / 1_000,
    counterexample: broken && { problem: broken.text, story: storyOf(system, visited, broken.index) },
  })
  reach(system.start.one, system.start.other, system.start.spent)
  let layerEnd = visited.count
  for (; parent < visited.count && !broken; parent++) {
    if (parent === layerEnd) {
      depth++
      layerEnd = visited.count
    }
    const isSpent = visited.count >= budget.states || performance.now() - startedMs > budget.seconds * 1_000
    if (isSpent) return end(false)
    step = 0
    system.stepsFrom(visited.at(parent), reach)
  }
  if (broken) depth++
  return end(broken === null)
}

const MIX = 0x9e3779b1
const FIRST_ROOM = 1_024

/** States in the order in which they came, and a table that finds the ones with the same two numbers. */
export class States {
  count = 0
  private room = FIRST_ROOM
  private ones = new Uint32Array(FIRST_ROOM)
  private others = new Uint32Array(FIRST_ROOM)
  private spents = new Uint16Array(FIRST_ROOM)
  private parents = new Uint32Array(FIRST_ROOM)
  private steps = new Uint16Array(FIRST_ROOM)
  /** The last state of each slot, and the one before each state in its slot; -1 for none. */
  private heads = new Int32Array(FIRST_ROOM).fill(-1)
  private nexts = new Int32Array(FIRST_ROOM)

  at(index: number): State {
    return {
      one: this.ones[index] ?? 0,
      other: this.others[index] ?? 0,
      spent: this.spents[index] ?? 0,
    }
  }

  /** Whether the state is there, or one that has spent no more. */
  has(one: number, other: number, spent: number): boolean {
    for (let at = this.heads[this.slotOf(one, other)] ?? -1; at >= 0; at = this.nexts[at] ?? -1) {
      const [left, right] = [this.ones[at], this.others[at]]
      const isSame = (left === one && right === other) || (left === other && right === one)
      if (isSame && isWithin(this.spents[at] ?? 0, spent)) return true
    }
    return false
  }

  /** @returns its index */
  add(one: number, other: number, spent: number, parent = 0, step = 0): number {
    if (this.count === this.room) this.grow()
    const index = this.count++
    this.ones[index] = one
    this.others[index] = other
    this.spents[index] = spent
    this.parents[index] = parent
    this.steps[index] = step
    this.link(index)
    return index
  }

  /** @returns the state before this one, and the number of the step between them */
  before(index: number): { parent: number; step: number } {
    return { parent: this.parents[index] ?? 0, step: this.steps[index] ?? 0 }
  }

  private slotOf(one: number, other: number): number {
    const hash = Math.imul(Math.imul(Math.min(one, other), MIX) ^ Math.max(one, other), MIX)
    return (hash ^ (hash >>> 15)) & (this.room - 1)
  }

  private link(index: number): void {
    const slot = this.slotOf(this.ones[index] ?? 0, this.others[index] ?? 0)
    this.nexts[index] = this.heads[slot] ?? -1
    this.heads[slot] = index
  }

  private grow(): void {
    this.room *= 2
    const wider = <T extends Uint32Array | Uint16Array>(old: T, fresh: T): T => {
      fresh.set(old)
      return fresh
    }
    this.ones = wider(this.ones, new Uint32Array(this.room))
    this.others = wider(this.others, new Uint32Array(this.room))
    this.spents = wider(this.spents, new Uint16Array(this.room))
    this.parents = wider(this.parents, new Uint32Array(this.room))
    this.steps = wider(this.steps, new Uint16Array(this.room))
    this.nexts = new Int32Array(this.room)
    this.heads = new Int32Array(this.room).fill(-1)
    for (let index = 0; index < this.count; index++) this.link(index)
  }
}

/**
 * Follows random stories, which are longer than a search gets. The same seed tells the same stories; the one that breaks a rule is
 * not the shortest.
 */
export function wander(system: System, { seed, seconds }: { seed: number; seconds: number }) {
  const startedMs = performance.now()
  const random = randomBy(seed)
  let stories = 0
  for (; performance.now() - startedMs < seconds * 1_000; stories++) {
    const story: string[] = []
    for (let state = system.start; story.length < LONG;) {
      const steps: State[] = []
      system.stepsFrom(state, (one, other, spent) => steps.push({ one, other, spent }))
      // Most events of a payment change nothing any more, so one that does is preferred.
      const changing = steps.filter(({ one, other }) => one !== state.one || other !== state.other)
      const next = changing[Math.floor(random() * changing.length)]
      if (!next) break
      story.push(system.textOf(state, steps.indexOf(next)))
      const problem = system.findProblem(next.one, next.other)
      if (problem) return { stories, counterexample: { problem, story } }
      state = next
    }
  }
  return { stories, counterexample: null }
}

const LONG = 40

/** @returns numbers from 0 up to 1, always the same */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function storyOf(system: System, visited: States, last: number): string[] {
  const story: string[] = []
  for (let index = last; index > 0;) {
    const { parent, step } = visited.before(index)
    story.unshift(system.textOf(visited.at(parent), step))
    index = parent
  }
  return story
}

/** Values by number, and their numbers by key. */
export class Numbered<T> {
  private readonly numbers = new Map<string, number>()
  private readonly values: T[] = []

  at(number: number): T {
    const value = this.values[number]
    if (value === undefined) throw new Error(`there is no number ${number}`)
    return value
  }

  /** @param value null where a function makes it */
  numberOf(key: string, value: T): number {
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.numbers.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}

/** One line for each event, then the rule that is broken. */
export function tell({ problem, story }: { problem: string; story: string[] }): string {
  return [...story.map((line, number) => `${number + 1}. ${line}`), `=> ${problem}`].join("\n")
}
