import type { DeliveryState } from "./delivery-lifecycle"

/** An event that the store sends to itself. Nothing handles it. */
export const TEST_EVENT = "onchain.test"

/** What the webhook address answered, and what arrived in the inbox. */
export type WebhookTestFacts = {
  /** Null when there was no answer. */
  httpStatus: number | null
  /** The code of a refusal, or why there was no answer. */
  reason: string | null
  /** Of the event in our own inbox; null when it did not arrive. */
  delivery: DeliveryState | null
}

export type WebhookTestVerdict = {
  result: "processed" | "waiting" | "refused" | "other_server" | "unexpected_answer" | "unreachable"
  /** Null while unknown. */
  isSignatureAccepted: boolean | null
}

/** Judges how far a test event came. Only our own inbox proves that it arrived: another server may answer 200, too. */
export function judgeWebhookTest({ httpStatus, reason, delivery }: WebhookTestFacts): WebhookTestVerdict {
  if (delivery !== null) {
    const isDone = delivery === "ignored" || delivery === "processed"
    return { result: isDone ? "processed" : "waiting", isSignatureAccepted: true }
  }
  if (httpStatus === null) return { result: "unreachable", isSignatureAccepted: null }
  if (httpStatus < 300) return { result: "other_server", isSignatureAccepted: null }
  if (reason === null) return { result: "unexpected_answer", isSignatureAccepted: null }
  return { result: "refused", isSignatureAccepted: /^(?:signature|timestamp)_/.test(reason) ? false : null }
}

/** Tests in quick succession are refused. */
const TEST_PAUSE_MS = 10_000

/** @returns milliseconds until the next test, or 0 */
export function waitBeforeTest(lastMsAgo: number | null): number {
  return lastMsAgo === null ? 0 : Math.max(0, TEST_PAUSE_MS - lastMsAgo)
}
