import { perStore } from "../../per-store"
import type { ClaimedDelivery, Inbox } from "../../../modules/onchain/inbox/inbox"
import { reasonOf } from "../../../modules/onchain/work/error-reason"

/** What became of a delivery. A thrown error puts it back into the inbox. */
export type DeliveryOutcome = { state: "processed" | "ignored"; note?: string }
export type DeliveryHandler = (delivery: ClaimedDelivery) => Promise<DeliveryOutcome>
export type DeliveryFailure = {
  delivery: ClaimedDelivery
  error: unknown
  state: Awaited<ReturnType<Inbox["fail"]>>
}
export type FailureListener = (failure: DeliveryFailure) => Promise<void>

/**
 * Works the inbox off with bounded concurrency, however often it is woken.
 *
 * Each wake adds a lane while there is room; a lane takes deliveries until none is due. A wake that
 * comes while a lane is finding nothing makes it look once more, so none is missed.
 */
export class InboxWorker {
  private lanes = 0
  private wakes = 0

  constructor(
    private readonly inbox: Pick<Inbox, "claim" | "finish" | "fail">,
    private readonly concurrency: number,
    /** Waits until the next delivery may be worked on. */
    private readonly turn: () => Promise<void> = () => Promise.resolve()
  ) {}

  /**
   * @param handle works on one delivery
   * @param onFailure reports each failed attempt
   * @returns number of deliveries this wake has worked on
   */
  async wake(handle: DeliveryHandler, onFailure: FailureListener): Promise<number> {
    this.wakes++
    return this.lanes < this.concurrency ? this.startLane(handle, onFailure) : 0
  }

  /** Runs a lane and the helpers it starts. Ends when all have ended, so that no error is lost. */
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
        await this.turn()
        const wakesSeen = this.wakes
        const delivery = await this.inbox.claim()
        if (!delivery && wakesSeen !== this.wakes) continue
        if (!delivery) return handled
        if (this.lanes < this.concurrency) {
          const helper = this.startLane(handle, onFailure)
          // Its error is thrown when this lane ends; until then it must not count as unhandled.
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

/** The worker of this process's store. */
export const inboxWorkerOf = perStore(
  ({ inbox, options, priority }) =>
    new InboxWorker(inbox, options.inbox.concurrency, () => priority.deliveries.take())
)
