import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import type { Words } from "./words"

/** A browser wallet that announced itself. */
export type ScreenWallet = {
  id: string
  name: string
  /** A data URL; null for none. */
  icon: string | null
}

/** What one rendering shows. The server has no browser, so it leaves the parts of one at {@link AT_REST}. */
export type Screen = {
  checkout: OnchainCheckout
  words: Words
  /** Base URL of the payment page: forms post below it. */
  src: string
  /** What the page's own address was asked with, so that a form or link without a script keeps it; `locale=de`. */
  query: string
  /** Set while the payer chooses; null where the choice is not open. */
  options: OnchainPaymentOptionsResponse | null
  returnUrl: string | null
  /** The server's clock, epoch milliseconds. */
  nowMs: number
  browser: BrowserState
}

/** An address below the page. @example pageLink(screen, "", "choose=1") // "/onchain/pay/t0ken?choose=1&locale=de" */
export function pageLink({ src, query }: Screen, path = "", more = ""): string {
  const parameters = [more, query].filter(Boolean).join("&")
  return src + path + (parameters && `?${parameters}`)
}

export type BrowserState = {
  /** The element's script runs: buttons that need it are there. */
  isLive: boolean
  isOffline: boolean
  isBusy: boolean
  wallets: readonly ScreenWallet[]
  /** What the last action came to, in words of the payer's language. */
  notice: { tone: "good" | "bad" | "busy"; text: string } | null
  /** The payer wants to copy an address before the memo. */
  isMemoAsked: boolean
  /** A transaction was sent from here, and the payer wants to send another one. */
  isSendingAgain: boolean
  /** Name of the value that was copied last. */
  copied: string | null
}

export const AT_REST: BrowserState = {
  isLive: false,
  isOffline: false,
  isBusy: false,
  wallets: [],
  notice: null,
  isMemoAsked: false,
  isSendingAgain: false,
  copied: null,
}
