import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import type { Words } from "./words"

/** Answer of `GET /onchain/pay/:token/presentation`: what an element needs in addition to the payment. */
export type Presentation = {
  words: Words
  /** CSS of the element, with the shop's accent colour. */
  style: string
}

/** A browser wallet that announced itself. */
type ScreenWallet = {
  id: string
  name: string
  /** A data URL; null for none. */
  icon: string | null
}

/** Input of one rendering. The server uses {@link AT_REST} for the browser's part. */
export type Screen = {
  checkout: OnchainCheckout
  words: Words
  /** Base URL of the payment page; forms post below it. */
  src: string
  /** Query parameters that forms and links keep without JavaScript, such as `locale=de`. */
  query: string
  /** Set while the payer chooses, else null. */
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
  /** JavaScript runs: show the buttons that need it. */
  isLive: boolean
  isOffline: boolean
  isBusy: boolean
  wallets: readonly ScreenWallet[]
  /** Result of the last action, in the payer's language. */
  notice: { tone: "good" | "bad" | "busy"; text: string } | null
  /** The payer tried to copy the address before the memo. */
  isMemoAsked: boolean
  /** The payer insists on sending another transaction. */
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
