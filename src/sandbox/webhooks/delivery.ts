/** Where webhooks go. Without a secret, the one of the credentials signs. */
export type WebhookAddress = { url: string; secret?: string }

/** Where webhooks go, and the secret they are signed with. */
export type WebhookTarget = { url: string; secret: string }

/** One attempt: the status of the answer, or why there was none. `at` is the sandbox's time. */
export type DeliveryAttempt = { at: string } & ({ status: number } | { error: string })

/**
 * - `no_target`: no URL was set when the event happened, so nothing was sent
 * - `held`, `delayed`, `lost`: a fault keeps it back, for a while or for good
 * - `retrying`: failed, and will be tried again; `failed`: given up
 */
export type DeliveryState =
  "no_target" | "queued" | "held" | "delayed" | "lost" | "retrying" | "delivered" | "failed"

/** A delivery, as the log shows it. */
export type DeliveryLogEntry = {
  /** Value of `X-Webhook-ID`, the same on every attempt. */
  id: string
  event: string
  invoiceId: string
  attempts: DeliveryAttempt[]
  state: DeliveryState
}

/** A delivery inside the sandbox: the bytes are fixed when the event happens. */
export type Delivery = DeliveryLogEntry & {
  readonly body: Buffer
  /** Attempts the schedule of retries counts: neither duplicates nor redeliveries by hand. */
  scheduledAttempts: number
}
