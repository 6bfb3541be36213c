import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import { AT_REST, type BrowserState, type Screen } from "../view/screen"
import { isOfStatus } from "../view/phase"
import type { Words } from "../view/words"

/** Everything the element shows, except its attributes. */
export type CheckoutState = {
  checkout: OnchainCheckout | null
  words: Words | null
  options: OnchainPaymentOptionsResponse | null
  browser: BrowserState
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  clockOffsetMs: number
  /** The payer copied the memo or confirmed having entered it. */
  isMemoKnown: boolean
  /** Sent by a wallet, not yet stored by the shop. */
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

/** Also shows a hash that the shop has not stored yet, so nobody sends twice. */
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

/** Whether the payment can still change without the payer. */
export function isWatched({ checkout }: CheckoutState): boolean {
  return checkout === null || !isOfStatus(checkout.payment.status, "final")
}
