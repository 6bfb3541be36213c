import type { IEventBusModuleService } from "@medusajs/framework/types"
import { backoffMs } from "../../../domain/inbox/delivery-lifecycle"
import { reasonOf } from "./error-reason"
import { GOODBYE_MS, inTime } from "./in-time"
import { onEventsAdded, type ClaimedEvent, type Outbox } from "./outbox"

/** Published side by side: each is of another subject. */
const BATCH = 50
/** Longer than the patience with the bus, so that no other process publishes what is under way here. */
export const OUTBOX_LEASE_MS = 30_000
const PATIENCE_MS = 10_000
/** A bus that is back is tried again soon. */
const LONGEST_PAUSE_MS = 60_000

/** Hears what became of each event. */
export type PublisherReports = {
  onPublished: (event: ClaimedEvent) => void
  onError: (what: string, error: unknown) => void
}

/**
 * Publishes the outbox on Medusa's event bus: at least once, in order per subject, and right after the commit that added an
 * event. A job calls it too, for what a process that died has left and what the bus did not take.
 */
export class OutboxPublisher {
  private isWanted = false
  private round: Promise<void> | undefined
  private unsubscribe: (() => void) | undefined

  /** @param bus resolved late: Medusa loads it beside this module */
  constructor(
    private readonly outbox: Pick<Outbox, "claim" | "notePublished" | "noteFailed">,
    private readonly bus: () => Pick<IEventBusModuleService, "emit">,
    private readonly reports: PublisherReports
  ) {}

  /** Publishes what this process adds from now on. */
  start(): void {
    this.unsubscribe ??= onEventsAdded(() => {
      this.publish().catch((error: unknown) => this.reports.onError("events are published later", error))
    })
  }

  async stop(): Promise<void> {
    this.unsubscribe?.()
    this.unsubscribe = undefined
    await inTime(this.round?.catch(() => undefined) ?? Promise.resolve(), GOODBYE_MS)
  }

  /** Publishes until nothing is due. A call that comes while it runs makes it look once more. */
  publish(): Promise<void> {
    this.isWanted = true
    return (this.round ??= this.run())
  }

  private async run(): Promise<void> {
    try {
      while (this.isWanted) {
        this.isWanted = false
        for (let events = await this.outbox.claim(BATCH); events.length > 0;) {
          await this.publishAll(events)
          events = await this.outbox.claim(BATCH)
        }
      }
    } finally {
      this.round = undefined
    }
  }

  private async publishAll(events: readonly ClaimedEvent[]): Promise<void> {
    const ends = await Promise.allSettled(events.map((event) => this.emit(event)))
    const published = events.filter((_, index) => ends[index]?.status === "fulfilled")
    await this.outbox.notePublished(published)
    for (const event of published) this.reports.onPublished(event)
    for (const [index, end] of ends.entries()) {
      const event = events[index]
      if (end.status === "fulfilled" || !event) continue
      await this.outbox.noteFailed(
        event,
        reasonOf(end.reason),
        Math.min(backoffMs(event.attempts), LONGEST_PAUSE_MS)
      )
      this.reports.onError(`${event.name} of ${event.subject} is published later`, end.reason)
    }
  }

  private async emit({ name, data }: ClaimedEvent): Promise<void> {
    const sent = this.bus()
      .emit({ name, data })
      .then(() => true)
    if (!(await inTime(sent, PATIENCE_MS))) throw new Error("the event bus did not answer in time")
  }
}
