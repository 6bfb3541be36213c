import { createHash } from "node:crypto"
import { createRandom } from "../../chaos/plan/random"

/** A simulated process: what waits in it is lost when it is killed. */
export type SimProcess = { readonly name: string; isAlive: boolean; readonly onDeath: (() => void)[] }

/** The process whose code runs right now: until the queue of microtasks is empty, only that of one turn does. */
export const running = {
  process: undefined as SimProcess | undefined,
  run<T>(process: SimProcess, job: () => T): T {
    const before = running.process
    running.process = process
    try {
      return job()
    } finally {
      running.process = before
    }
  },
}

/** What a boundary does in its turn. `blocked` resolves later: it waits for a lock of Postgres. */
export type Effect<T> =
  { done: T } | { failed: unknown } | { blocked: Promise<{ done: T } | { failed: unknown }> }

type Boundary = {
  process: SimProcess
  label: string
  act: () => Promise<Effect<unknown>>
  /** Reads what was done, also when its process dies before it hears of it. */
  observe: (done: unknown) => void
  settle: (end: { done: unknown } | { failed: unknown }) => void
}
type Timer = { id: number; process: SimProcess; dueMs: number; fire: () => void }
type Blocked = { boundary: Boundary; end: Promise<{ done: unknown } | { failed: unknown }> }

/** Decides every choice of a run: drawn from the seed, or a recorded prefix, after which everything is calm and in order. */
export type Choices = { seed: string; prefix?: readonly number[] }

/** How the world outside the processes is changed in a turn of its own. */
type Fates = {
  /** Lets the clocks of the service follow. */
  onTime: (nowMs: number) => Promise<void>
  /** A process that may die now, with what kills it. */
  victims: () => readonly { process: SimProcess; kill: () => Promise<void> }[]
  /** Waits until each statement that is held by a lock is done or held again. @returns those that are done */
  recheck: () => Promise<void>
}

export const START_MS = Date.parse("2027-01-01T00:00:00.000Z")
/** Each statement and call takes a moment. */
const TURN_MS = 1
/** Out of 1,000 turns. */
const JUMPS = 12
const KILLS = 6
/** Beyond a pause of the breaker, of a lease, of an invoice, and of an unpaid order. */
const JUMPS_MS = [1_500, 12_000, 65_000, 35 * 60_000] as const
const MOST_TURNS = 20_000

const macrotask = setImmediate
/** Everything that code does between two boundaries is done when the queue of microtasks is empty. */
const quiet = () =>
  new Promise<void>((resolve) =>
    macrotask(() => {
      running.process = undefined
      resolve()
    })
  )

/**
 * Owns every await at a boundary: one statement, call, event or timer at a time, in an order that the seed alone decides. Between
 * two boundaries code runs synchronously, so a seed repeats a run exactly.
 */
export class Scheduler {
  nowMs = START_MS
  /** One line per boundary. */
  readonly story: string[] = []
  readonly drawn: number[] = []
  turns = 0
  /** Off in the calm end of a run: no fault, no kill, no jump. */
  isStormy = true
  killsLeft = 0
  private readonly random
  private readonly trace = createHash("sha256")
  private pending: Boundary[] = []
  private timers: Timer[] = []
  private blocked: Blocked[] = []
  private timerIds = 0

  constructor(
    private readonly choices: Choices,
    private readonly fates: Fates
  ) {
    this.random = createRandom(choices.seed)
  }

  /** Digest of every boundary and what it answered. */
  get hash(): string {
    return this.trace.copy().digest("hex").slice(0, 16)
  }

  /** @returns from 0 to `options` - 1; 0 is what a calm run does */
  draw(options: number): number {
    const { prefix } = this.choices
    const drawn = Math.floor(this.random.fraction() * options)
    const choice = prefix === undefined ? drawn : (prefix[this.drawn.length] ?? 0)
    this.drawn.push(choice)
    return choice % options
  }

  /** True in so many of 100 cases, while it storms. */
  isStruck(percent: number): boolean {
    return this.isStormy && this.draw(100) >= 100 - percent
  }

  note(process: string, what: string): void {
    const line = `${String(this.turns).padStart(5)} ${((this.nowMs - START_MS) / 1000).toFixed(3).padStart(9)} s  ${process.padEnd(10)} ${what}`
    this.story.push(line)
    this.trace.update(line)
  }

  /** Adds to the digest what a boundary answered. */
  seal(answer: unknown): void {
    this.trace.update(JSON.stringify(answer) ?? "")
  }

  /** Waits for a turn, and then does it. Never resolves in a process that was killed. */
  boundary<T>(
    label: string,
    act: () => Promise<Effect<T>>,
    process = current(),
    observe: (done: T) => void = () => undefined
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!process.isAlive) return
      const settle: Boundary["settle"] = (end) =>
        "failed" in end ? reject(end.failed as Error) : resolve(end.done as T)
      this.pending.push({ process, label, act, settle, observe: (done) => observe(done as T) })
    })
  }

  /** A turn that does nothing but wait for the others. */
  turn(label: string): Promise<void> {
    return this.boundary(label, () => Promise.resolve({ done: undefined }))
  }

  addTimer(process: SimProcess, ms: number, fire: () => void): number {
    const id = ++this.timerIds
    this.timers.push({ id, process, dueMs: this.nowMs + Math.max(0, ms || 0), fire })
    return id
  }

  dropTimer(id: number): void {
    this.timers = this.timers.filter((timer) => timer.id !== id)
  }

  /** Forgets what waits in processes that are dead. */
  forget(): void {
    this.pending = this.pending.filter(({ process }) => process.isAlive)
    this.timers = this.timers.filter(({ process }) => process.isAlive)
    this.blocked = this.blocked.filter(({ boundary }) => boundary.process.isAlive)
  }

  async advance(ms: number): Promise<void> {
    this.nowMs += ms
    await this.fates.onTime(this.nowMs)
  }

  /** Runs until `isOver`, or until nothing is left to do. @throws when everything waits for a lock */
  async run(isOver: () => boolean): Promise<void> {
    await quiet()
    while (!isOver()) {
      if (this.turns > MOST_TURNS) throw new Error(`it is not over after ${MOST_TURNS} turns`)
      if (await this.disturb()) continue
      if (!(await this.takeTurn())) return
      await quiet()
    }
  }

  private async takeTurn(): Promise<boolean> {
    const due = this.timers
      .filter(({ dueMs }) => dueMs <= this.nowMs)
      .sort((a, b) => a.dueMs - b.dueMs || a.id - b.id)
    const ready = this.pending.length + due.length
    if (ready === 0) {
      const next = Math.min(...this.timers.map(({ dueMs }) => dueMs))
      if (next !== Infinity) await this.advance(next - this.nowMs)
      else if (this.blocked.length > 0) throw new Error("each statement waits for a lock of another one")
      return next !== Infinity
    }
    this.turns++
    const choice = this.draw(ready)
    const timer = due[choice - this.pending.length]
    if (timer) {
      this.dropTimer(timer.id)
      running.process = timer.process
      timer.fire()
      return true
    }
    const [boundary] = this.pending.splice(choice, 1)
    if (!boundary) throw new Error("a choice is out of range")
    this.settle(boundary, await this.act(boundary))
    return true
  }

  private async act(boundary: Boundary): Promise<{ done: unknown } | { failed: unknown } | null> {
    this.nowMs += TURN_MS
    this.note(boundary.process.name, boundary.label)
    const effect = await boundary.act()
    if ("blocked" in effect) {
      this.note(boundary.process.name, "  waits for a lock")
      this.blocked.push({ boundary, end: effect.blocked })
    }
    if ("done" in effect) boundary.observe(effect.done)
    await this.release()
    return "blocked" in effect ? null : effect
  }

  private settle(boundary: Boundary, end: { done: unknown } | { failed: unknown } | null): void {
    if (end === null || !boundary.process.isAlive) return
    if ("failed" in end) this.note(boundary.process.name, `  fails: ${String(end.failed)}`)
    running.process = boundary.process
    boundary.settle(end)
  }

  /** Ends the statements whose lock was released by the last turn. */
  async release(): Promise<void> {
    if (this.blocked.length === 0) return
    await this.fates.recheck()
    const waiting = this.blocked
    this.blocked = []
    for (const held of waiting) {
      const end = await Promise.race([held.end, quiet().then(() => null)])
      if (end === null) this.blocked.push(held)
      else {
        if ("done" in end) held.boundary.observe(end.done)
        this.settle(held.boundary, end)
        await quiet()
      }
    }
  }

  /** Now and then time jumps, or a process is killed: before its next statement, or after it and before its answer. */
  private async disturb(): Promise<boolean> {
    if (!this.isStormy) return false
    const fate = this.draw(1000)
    if (fate >= 1000 - JUMPS) {
      const ms = JUMPS_MS[this.draw(JUMPS_MS.length)] ?? 0
      this.note("time", `${ms / 1000} s pass`)
      await this.advance(ms)
      return true
    }
    const victims = this.fates.victims()
    if (fate < 1000 - JUMPS - KILLS || this.killsLeft === 0 || fate === 0 || victims.length === 0)
      return false
    const victim = victims[this.draw(victims.length)]
    if (!victim) return false
    this.killsLeft--
    const own = this.pending.filter(({ process }) => process === victim.process)
    const last = own[this.draw(own.length + 1) - 1]
    if (last) {
      this.pending = this.pending.filter((boundary) => boundary !== last)
      await this.act(last)
    }
    this.note(victim.process.name, last ? "is killed before it hears of it" : "is killed")
    await victim.kill()
    this.forget()
    await this.release()
    return true
  }
}

function current(): SimProcess {
  const { process } = running
  if (!process) throw new Error("a boundary belongs to a process")
  return process
}
