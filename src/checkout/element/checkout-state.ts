import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import { AT_REST, type BrowserState, type Screen } from "../view/screen"
import { isOfStatus } from "../view/phase"
import type { Words } from "../view/words"

/** Everything the element shows, except what its attributes say. */
export type CheckoutState = {
  checkout: OnchainCheckout | null
  words: Words | null
  options: OnchainPaymentOptionsResponse | null
  browser: BrowserState
  /** What the server's clock is ahead of the browser's, in milliseconds. */
  clockOffsetMs: number
  /** The memo was copied, or the payer says it is entered. */
  isMemoKnown: boolean
  /** Sent by a wallet, and not stored by the shop yet. */
  unstoredHash: string | null
}

export const newState = (): CheckoutState => ({
  checkout: null,
  words: null,
  options: null,
  browser: { ...AT_REST, isLive: true },
  clockOffsetMs: 0,
  isMemoKnown: false,
  unstoredHash: null,
})

/** A hash that the shop has not stored yet is shown too, so that nobody sends twice. */
export function shownCheckout({ checkout, unstoredHash }: CheckoutState): OnchainCheckout | null {
  if (checkout === null || unstoredHash === null || checkout.payment.claimed_tx_hash !== null) return checkout
  return { ...checkout, payment: { ...checkout.payment, claimed_tx_hash: unstoredHash } }
}

export function toScreen(
  state: CheckoutState,
  page: { src: string; returnUrl: string | null; nowMs: number }
): Screen | null {
  const checkout = shownCheckout(state)
  if (checkout === null || state.words === null) return null
  const { src, returnUrl, nowMs } = page
  const { options, words, browser, clockOffsetMs } = state
  return {
    checkout,
    words,
    options,
    browser,
    src,
    query: "",
    returnUrl: returnUrl ?? checkout.return_url,
    nowMs: nowMs + clockOffsetMs,
  }
}

/** Whether something can still change by itself. */
export function isWatched({ checkout }: CheckoutState): boolean {
  return checkout === null || !isOfStatus(checkout.payment.status, "final")
}
