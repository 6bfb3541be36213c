import type { DeliveryState } from "./delivery-lifecycle"

/** Where webhooks go. Without a secret, the one of the credentials signs. */
export type WebhookAddress = { url: string; secret?: string }

/** Where webhooks go, and the secret they are signed with. */
export type WebhookTarget = { url: string; secret: string }

/** One attempt: the status of the answer, or why there was none. `at` is the sandbox's time. */
export type DeliveryAttempt = { at: string } & ({ status: number } | { error: string })

/** A delivery, as the log shows it. */
export type DeliveryLogEntry = {
  /** Value of `X-Webhook-ID`, the same on every attempt. */
  id: string
  event: string
  /** Identifier of the invoice, deposit or withdrawal it is about. */
  subjectId: string
  attempts: DeliveryAttempt[]
  state: DeliveryState
}

/** A delivery inside the sandbox: the bytes are fixed when the event happens. */
export type Delivery = DeliveryLogEntry & {
  readonly body: Buffer
  /** Attempts the schedule of retries counts: neither duplicates nor what a person asked for. */
  scheduledAttempts: number
  /** When a person last had it replayed, epoch milliseconds. */
  replayedAtMs?: number
}
