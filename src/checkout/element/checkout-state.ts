import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import { isOfStatus } from "../view/status-words"
import { AT_REST, type BrowserState, type Screen } from "../view/screen"
import type { Words } from "../view/words"
import { ServerClock } from "./server-clock"

/** Everything the element shows, except its attributes. */
export type CheckoutState = {
  checkout: OnchainCheckout | null
  words: Words | null
  options: OnchainPaymentOptionsResponse | null
  browser: BrowserState
  clock: ServerClock
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
  clock: new ServerClock(),
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
  page: { src: string; returnUrl: string | null }
): Screen | null {
  const checkout = shownCheckout(state)
  if (checkout === null || state.words === null) return null
  const { src, returnUrl } = page
  const { options, words, browser, clock } = state
  return {
    checkout,
    words,
    options,
    browser,
    src,
    query: "",
    returnUrl: returnUrl ?? checkout.return_url,
    nowMs: clock.nowMs(),
  }
}

/** Whether the payment can still change without the payer. */
export function isWatched({ checkout }: CheckoutState): boolean {
  return checkout === null || !isOfStatus(checkout.payment.status, "final")
}

/**
 * Merges an update into the checkout on screen.
 *
 * Updates carry no reusable address, because the provider confirms it for each display. The confirmed address stays while the
 * attempt is the same.
 *
 * @returns `isAddressDue` when the address must be read
 */
export function mergeUpdate(
  shown: OnchainCheckout | null,
  update: OnchainCheckout
): { checkout: OnchainCheckout; isAddressDue: boolean } {
  const { payment } = update
  const isHidden =
    payment.kind === "auto_deposit" &&
    payment.deposit_address === null &&
    isOfStatus(payment.status, "payable")
  if (!isHidden) return { checkout: update, isAddressDue: false }
  const before = shown?.payment
  const isSame =
    before !== undefined &&
    before.session_id === payment.session_id &&
    before.kind === payment.kind &&
    before.rail === payment.rail
  if (isSame && before.status === "address_unavailable" && shown !== null)
    return { checkout: { ...update, payment: before }, isAddressDue: false }
  if (!isSame || before.deposit_address === null) return { checkout: update, isAddressDue: true }
  const { deposit_address, explorer } = before
  return {
    checkout: {
      ...update,
      payment: {
        ...payment,
        deposit_address,
        explorer: { ...payment.explorer, address_url: explorer.address_url },
      },
    },
    isAddressDue: false,
  }
}
