import type { ClaimedDelivery, Inbox } from "./inbox"
import { reasonOf } from "./error-reason"

/** What became of a delivery. A thrown error puts it back into the inbox. */
export type DeliveryOutcome = { state: "processed" | "ignored"; note?: string }
export type DeliveryHandler = (delivery: ClaimedDelivery) => Promise<DeliveryOutcome>
export type DeliveryFailure = {
  delivery: ClaimedDelivery
  error: unknown
  state: Awaited<ReturnType<Inbox["fail"]>>
}
export type FailureListener = (failure: DeliveryFailure) => Promise<void>

/** How long a lane waits at a time, and at most between two deliveries, while others come in. */
const YIELD_MS = 10
const MAX_YIELD_MS = 2_000

/**
 * Works the inbox off with bounded concurrency, whoever wakes it and however often.
 *
 * Each wake adds a lane while there is room; a lane takes deliveries until none is due. A wake that
 * comes while a lane is finding nothing makes it look once more, so none is missed.
 */
export class InboxWorker {
  private lanes = 0
  private wakes = 0

  constructor(
    private readonly inbox: Pick<Inbox, "claim" | "finish" | "fail" | "isBusy">,
    private readonly concurrency: number,
    /** Waits until the next delivery may be worked on. */
    private readonly turn: () => Promise<void> = () => Promise.resolve(),
    private readonly pause: (ms: number) => Promise<void> = (ms) => new Promise((go) => setTimeout(go, ms))
  ) {}

  /**
   * @param handle works on one delivery
   * @param onFailure told about each failed attempt
   * @returns number of deliveries this wake has worked on
   */
  async wake(handle: DeliveryHandler, onFailure: FailureListener): Promise<number> {
    this.wakes++
    return this.lanes < this.concurrency ? this.startLane(handle, onFailure) : 0
  }

  /** Runs a lane and whom it calls for help. Ends when all have, so that no error of theirs goes unheard. */
  private async startLane(handle: DeliveryHandler, onFailure: FailureListener): Promise<number> {
    const helpers: Promise<number>[] = []
    let handled = 0
    try {
      handled = await this.runLane(handle, onFailure, helpers)
    } finally {
      await Promise.allSettled(helpers)
    }
    for (const count of await Promise.all(helpers)) handled += count
    return handled
  }

  private async runLane(
    handle: DeliveryHandler,
    onFailure: FailureListener,
    helpers: Promise<number>[]
  ): Promise<number> {
    let handled = 0
    this.lanes++
    try {
      for (;;) {
        if (handled > 0) await this.letIntakeGoFirst()
        await this.turn()
        const wakesSeen = this.wakes
        const delivery = await this.inbox.claim()
        if (!delivery && wakesSeen !== this.wakes) continue
        if (!delivery) return handled
        if (this.lanes < this.concurrency) {
          const helper = this.startLane(handle, onFailure)
          // Its error is told when this lane ends; until then it must not count as unhandled.
          helper.catch(() => undefined)
          helpers.push(helper)
        }
        await this.work(delivery, handle, onFailure)
        handled++
      }
    } finally {
      // At once, not when the helpers are done: a lane that only waits must not keep a place from a new one.
      this.lanes--
    }
  }

  /**
   * In a burst, acknowledging comes before working: an unanswered sender repeats itself and makes the
   * burst longer. The wait is bounded, so that a steady stream is worked off too.
   */
  private async letIntakeGoFirst(): Promise<void> {
    for (let waitedMs = 0; this.inbox.isBusy && waitedMs < MAX_YIELD_MS; waitedMs += YIELD_MS) {
      await this.pause(YIELD_MS)
    }
  }

  private async work(
    delivery: ClaimedDelivery,
    handle: DeliveryHandler,
    onFailure: FailureListener
  ): Promise<void> {
    try {
      const outcome = await handle(delivery)
      await this.inbox.finish(delivery, outcome.state, outcome.note ?? null)
    } catch (error) {
      const reason = reasonOf(error)
      await onFailure({ delivery, error, state: await this.inbox.fail(delivery, reason) })
    }
  }
}
