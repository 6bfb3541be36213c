import type { HttpTypes } from "@medusajs/framework/types"
import type {
  OnchainCheckout,
  OnchainPageLink,
  OnchainPageLinkResponse,
  OnchainPayerStatus,
  OnchainPaymentView,
} from "../../src/types/http"
import { type Cart, sdk, settings } from "./shop"

export const provider = "pp_onchain_default"

/**
 * Opens the payment and places the order. The shopper chooses the network and token later, on the payment
 * page.
 *
 * The link to that page is created first: a guest's cart id no longer works once the cart is an order.
 *
 * @returns id of the order
 * @throws Error when the cart cannot become an order
 */
export async function placeOrder(cart: Cart): Promise<string> {
  await sdk.store.payment.initiatePaymentSession(cart, { provider_id: provider })
  const link = await createLink({ cart_id: cart.id })
  const completed = await sdk.store.cart.complete(cart.id)
  if (completed.type !== "order") throw new Error(completed.error.message)
  localStorage.removeItem("cart")
  keepLink(completed.order.id, link)
  return completed.order.id
}

export function isPaidWithCrypto({ payment_collections }: HttpTypes.StoreOrder): boolean {
  const sessions = (payment_collections ?? []).flatMap((one) => one.payment_sessions ?? [])
  return sessions.some(({ provider_id }) => provider_id === provider)
}

/** The link that follows an order's payment, whichever of its sessions is paid. @returns null for a guest in another browser */
export async function findLink(
  { id }: HttpTypes.StoreOrder,
  isSignedIn: boolean
): Promise<OnchainPageLink | null> {
  const kept = keptLink(id)
  if (kept || !isSignedIn) return kept
  const link = await createLink({ order_id: id })
  keepLink(id, link)
  return link
}

/** @param hasAddress also reads the address, which may cost the store a call to the payment service */
export async function readPayment(link: OnchainPageLink, hasAddress = false): Promise<OnchainPaymentView> {
  const answer = await fetch(`${pageUrl(link)}/status?address=${hasAddress}`, { cache: "no-store" })
  if (!answer.ok) throw new Error("The payment could not be read")
  return ((await answer.json()) as OnchainCheckout).payment
}

/** Address of the payment page, on the store's server. */
export function pageUrl(link: OnchainPageLink): string {
  return settings.storeUrl + link.page_path
}

async function createLink(subject: { cart_id: string } | { order_id: string }): Promise<OnchainPageLink> {
  const answer = await sdk.client.fetch<OnchainPageLinkResponse>("/store/onchain/page-links", {
    method: "POST",
    body: subject,
  })
  return answer.page_link
}

/** The token opens the page: a storefront with a server keeps it in an HttpOnly cookie. */
function keepLink(orderId: string, link: OnchainPageLink): void {
  localStorage.setItem(`payment of ${orderId}`, JSON.stringify(link))
}

function keptLink(orderId: string): OnchainPageLink | null {
  const link = JSON.parse(localStorage.getItem(`payment of ${orderId}`) ?? "null") as OnchainPageLink | null
  return link && Date.parse(link.expires_at) > Date.now() ? link : null
}

/** `action` is the label of the link to the payment page. */
type Words = { title: string; text: string; tone: "wait" | "busy" | "good" | "bad"; action: string }

export const words = {
  choose: {
    title: "Your order is waiting for payment",
    text: "Choose a network and a token on the payment page, then send the amount from your wallet.",
    tone: "wait",
    action: "Pay now",
  },
  preparing: {
    title: "Preparing your address",
    text: "It appears on the payment page in a moment.",
    tone: "busy",
    action: "Pay now",
  },
  awaiting_payment: {
    title: "Your order is waiting for payment",
    text: "The payment page shows the address and the exact amount.",
    tone: "wait",
    action: "Pay now",
  },
  partially_paid: {
    title: "Part of your payment has arrived",
    text: "Send the rest to the same address.",
    tone: "wait",
    action: "Pay the rest",
  },
  order_paid_in_part: {
    title: "Part of your order is paid",
    text: "The shop has applied your payment to this order. The rest is still due.",
    tone: "wait",
    action: "Pay the rest",
  },
  confirming: {
    title: "Payment detected",
    text: "The network is confirming it. You can close this page.",
    tone: "busy",
    action: "See the payment",
  },
  paid: {
    title: "Paid. Thank you!",
    text: "We are packing your order.",
    tone: "good",
    action: "See the receipt",
  },
  expired: {
    title: "The quote has expired",
    text: "Your order is still here. Get a new quote on the payment page.",
    tone: "bad",
    action: "Try again",
  },
  failed: {
    title: "This payment failed",
    text: "Your order is still here. Try again on the payment page.",
    tone: "bad",
    action: "Try again",
  },
  cancelled: {
    title: "This payment was cancelled",
    text: "Please do not send anything for this order.",
    tone: "bad",
    action: "See the payment",
  },
  superseded: {
    title: "Replaced by a newer payment",
    text: "Please do not send anything for this payment.",
    tone: "bad",
    action: "See the payment",
  },
  nothing_due: {
    title: "Nothing to pay",
    text: "Nothing is due on this order. Please do not send anything.",
    tone: "good",
    action: "See the payment",
  },
  address_unavailable: {
    title: "Your address cannot be confirmed",
    text: "Please do not send anything yet. We keep trying.",
    tone: "bad",
    action: "See the payment",
  },
  needs_review: {
    title: "Your payment is being checked",
    text: "We received money that does not match this order. We are checking it and will contact you.",
    tone: "busy",
    action: "See the payment",
  },
} as const satisfies Record<OnchainPayerStatus, Words>

/** Whether the page can stop following the payment: a cancelled one can still receive money. */
export function isFinal({ status }: OnchainPaymentView): boolean {
  return status === "paid"
}
