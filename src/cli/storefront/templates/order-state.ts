import type { Shape } from "../shape"

/** Payment state, shared by the storefront's server and browser code. */
export const orderState = (
  shape: Shape
): string => `/** Written by "medusa-payment-onchain storefront add". It is yours: change it as you like. */

export const isOnchain = (providerId?: string) =>
  Boolean(providerId?.startsWith("pp_onchain_"))

/** The page of a placed order. */
export const orderPath = (countryCode: string, orderId: string) =>
  \`\${rootPath(countryCode)}/${shape.orderPage}\`

/** Without a country the storefront's middleware adds one. */
export const rootPath = (countryCode: string) =>
  /^[a-z]{2}$/.test(countryCode) ? \`/\${countryCode}\` : ""

/** What an action ends with that got no answer. Next.js leaves a page by an error, which goes on. */
export function orLost(error: unknown): { error: string } {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : ""
  if (digest.startsWith("NEXT_")) throw error
  return { error: "The connection was lost. Please try again." }
}

export type OnchainState = {
  /** As GET /store/onchain/payments/:session_id answers; "unknown" without a login or a link. */
  status: string
  isPaid: boolean
  /** The order shows the payment as captured, a moment after it is final. */
  isRecorded: boolean
  /** An order, or a cart that has become one. */
  isPlaced: boolean
  isCancelled: boolean
  /** The payment page can be opened from here. */
  canOpen: boolean
  /** Such as "8.5 of 17 USDC", once part of the payment has arrived. */
  received: string | null
}

export type OnchainWords = { title: string; text: string; action: string | null }

/** The words of the payment on the page of an order. */
export function wordsOf(state: OnchainState): OnchainWords {
  const pay = (action: string) => (state.canOpen ? action : null)
  if (state.isPaid)
    return {
      title: "Paid",
      text: "We received your payment. Thank you!",
      action: pay("View receipt"),
    }
  if (state.isCancelled)
    return {
      title: "Cancelled",
      text: "This order was cancelled. Please do not pay for it.",
      action: pay("View payment"),
    }
  switch (state.status) {
    case "confirming":
      return {
        title: "Payment on its way",
        text: "We have detected your payment. The network is confirming it.",
        action: pay("View payment"),
      }
    case "partially_paid":
    case "order_paid_in_part":
      return {
        title: "Partly paid",
        text: state.received
          ? \`We received \${state.received}. Please pay the rest.\`
          : "Part of this order is paid. Please pay the rest.",
        action: pay("Pay the rest"),
      }
    case "needs_review":
      return {
        title: "Payment in review",
        text: "We received a payment and are checking it. You do not need to pay again.",
        action: pay("View payment"),
      }
    default:
      return {
        title: "Not paid yet",
        text: state.canOpen
          ? "We ship this order as soon as it is paid."
          : "We ship this order as soon as it is paid. To pay, sign in, or open the link in our email.",
        action: pay("Pay now"),
      }
  }
}
`
