import type { Clock } from "./clock"
import { createTaskQueue } from "./task-queue"

/** Work of the future: blocks, expiries, webhook retries. `atMs` is the instant it was due. */
export type Task = (atMs: number) => void

export type Agenda = {
  schedule(atMs: number, task: Task): void
  /** Runs what is due at this moment, without waiting for what it started. */
  runDue(): void
  /**
   * Moves the clock to an instant, running the work on the way in order.
   *
   * @param afterInstant awaited after each instant at which work ran
   */
  runUntil(targetMs: number, afterInstant: () => Promise<void>): Promise<void>
}

/** Creates the agenda. Work of one instant runs in the order in which it was scheduled. */
export function createAgenda(clock: Clock): Agenda {
  const queue = createTaskQueue<Task>()

  /** Takes one task after the other, so that work scheduled by one for the same instant still finds its place. */
  function runInstant(byMs: number): boolean {
    const first = queue.takeDue(byMs)
    if (!first) return false
    clock.reach(first.atMs)
    first.task(first.atMs)
    for (let next = queue.takeDue(first.atMs); next; next = queue.takeDue(first.atMs)) next.task(next.atMs)
    return true
  }

  return {
    schedule: (atMs, task) => queue.add(atMs, task),
    runDue() {
      while (runInstant(clock.now()));
    },
    async runUntil(targetMs, afterInstant) {
      while (runInstant(targetMs)) await afterInstant()
      clock.reach(targetMs)
    },
  }
}
