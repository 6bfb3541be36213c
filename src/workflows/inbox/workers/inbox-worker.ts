import { perStore } from "../../per-store"
import { Worker } from "../../worker"
import type { ClaimedDelivery, Inbox } from "../../../modules/onchain/inbox/inbox"
import { reasonOf } from "../../../modules/onchain/work/error-reason"

/** A thrown error puts the delivery back into the inbox. */
export type DeliveryOutcome = { state: "processed" | "ignored"; note?: string }
export type DeliveryHandler = (delivery: ClaimedDelivery) => Promise<DeliveryOutcome>
export type DeliveryFailure = {
  delivery: ClaimedDelivery
  error: unknown
  state: Awaited<ReturnType<Inbox["fail"]>>
}
export type FailureListener = (failure: DeliveryFailure) => Promise<void>

export class InboxWorker {
  private readonly worker: Worker<ClaimedDelivery>

  constructor(
    private readonly inbox: Pick<Inbox, "claim" | "finish" | "fail">,
    concurrency: number,
    /** Waits until the next delivery may be processed. */
    turn: () => Promise<void> = () => Promise.resolve()
  ) {
    const claim = async () => {
      await turn()
      return (await inbox.claim()) ?? undefined
    }
    this.worker = new Worker(claim, () => concurrency)
  }

  /** @returns deliveries processed by this wake */
  wake(handle: DeliveryHandler, onFailure: FailureListener): Promise<number> {
    return this.worker.wake(async (delivery) => {
      try {
        const outcome = await handle(delivery)
        await this.inbox.finish(delivery, outcome.state, outcome.note ?? null)
      } catch (error) {
        const reason = reasonOf(error)
        await onFailure({ delivery, error, state: await this.inbox.fail(delivery, reason) })
      }
    })
  }
}

export const inboxWorkerOf = perStore(
  ({ inbox, options, priority }) =>
    new InboxWorker(inbox, options.inbox.concurrency, () => priority.deliveries.take())
)
