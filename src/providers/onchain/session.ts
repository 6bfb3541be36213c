import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { CoverFacts } from "../../domain/payment/order-cover"
import { isPaidOtherwise, missingFrom } from "../../domain/payment/order-cover"
import type { PaymentState } from "../../domain/payment/payment-lifecycle"
import { isPastExpiry } from "../../domain/payment/payment-lifecycle"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"

const STATUS_OF = {
  opening: "pending",
  awaiting: "pending",
  confirming: "pending",
  settled: "captured",
  captured: "captured",
  expired: "canceled",
  failed: "error",
  cancelled: "canceled",
  // Its session stays alive: money can still come, and is reviewed then.
  superseded: "requires_more",
  unallocated: "canceled",
} as const satisfies Record<PaymentState, PaymentSessionStatus>

/**
 * Status of a payment's own session in Medusa's words.
 *
 * Money applied to an order is captured by the session made for it only: the payment's own session, which may
 * still be alive, has none left.
 */
export function paymentToStatus(payment: PaymentRow): PaymentSessionStatus {
  return isSpentElsewhere(payment) ? "canceled" : STATUS_OF[payment.state]
}

function isSpentElsewhere({ state, resolution }: PaymentRow): boolean {
  return state === "captured" && resolution === "apply"
}

/**
 * Answers whether an order may be placed.
 *
 * Settled money captures at once. While it is awaited, the order is placed unpaid (`pending_authorization`)
 * or not yet (`requires_more`), as the merchant chose; never before there is an invoice to pay, nor after its
 * expiry, announced or not. A placed order keeps waiting whatever becomes of the invoice: an error here would
 * kill its session, and a late payment could no longer be captured.
 */
export function authorizationStatus(
  payment: PaymentRow,
  placeOrder: "before_payment" | "after_payment",
  nowMs: number
): PaymentSessionStatus {
  const status = paymentToStatus(payment)
  if (status === "captured" || isSpentElsewhere(payment)) return status
  if (payment.order_placed_at) return "pending_authorization"
  if (payment.state === "opening") return "requires_more"
  if (isPastExpiry(payment, nowMs)) return "canceled"
  if (status !== "pending") return status
  return placeOrder === "before_payment" ? "pending_authorization" : "requires_more"
}

/**
 * Refuses an order for less than its total, and a capture beside another payment that holds it all. Medusa
 * asks after it wrote the order, and takes the order back when we refuse.
 *
 * An order that was placed before may cost more by now: what came for it is captured, and what is outstanding
 * is reported.
 *
 * @throws MedusaError `not_allowed` with code `already_paid` or `total_not_covered`
 * @see ADR 0041
 */
export function requireCover(payment: PaymentRow, status: PaymentSessionStatus, cover: CoverFacts): void {
  if (status === "captured" && isPaidOtherwise(cover))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Another payment of the order holds its price. This one, of session ${payment.session_id}, is not captured; it is held for review.`,
      "already_paid"
    )
  if (!cover.isOfCart || isPlaced(payment, cover)) return
  const missing = missingFrom(cover)
  if (missing === "0") return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The payment of this cart is ${cover.session} ${payment.currency_code}, which leaves ${missing} of its total unpaid: the cart changed after the payment was opened. Load the payment options again and choose one; no order was placed.`,
    "total_not_covered"
  )
}

/** Whether this order was placed before. Medusa may have taken another one back. */
function isPlaced({ order_placed_at, placed_order_id }: PaymentRow, { orderId }: CoverFacts): boolean {
  return order_placed_at !== null && (placed_order_id === null || placed_order_id === orderId)
}

/**
 * What the payment session stores. Anyone with the order id can read it through Medusa's store route, so
 * nothing here leads to the page, an address or a transfer. Always our own ids: core merges what the client
 * sent under these keys, and these win.
 */
export type SessionData = {
  session_id: string
  payment_id: string
  kind: string
  rail: string
  chain: string
  network_id: string
  token: string
  amount: string
  expires_at: string | null
  state: string
  /** Set on a session that carries the payment's money by a person's decision. */
  applied_session_id: string | null
}

export function paymentToSessionData(payment: PaymentRow): SessionData {
  return {
    session_id: payment.session_id,
    payment_id: payment.id,
    kind: payment.kind,
    rail: payment.rail_id,
    chain: payment.chain,
    network_id: payment.network_id,
    token: payment.token,
    amount: payment.expected_amount,
    expires_at: payment.expires_at?.toISOString() ?? null,
    state: payment.state,
    applied_session_id: null,
  }
}

/**
 * For a session that carries applied money. Clears the key of its creation, which is now spent and stays
 * private.
 */
export function appliedToSessionData(payment: PaymentRow): SessionData & { [APPLICATION]: null } {
  const { applied_session_id } = payment
  return { ...paymentToSessionData(payment), applied_session_id, [APPLICATION]: null }
}

/** Whether stored data belongs to the session that carries applied money. */
export function isOfApplication(payment: PaymentRow, data: Record<string, unknown> | undefined): boolean {
  const { resolution, applied_session_id } = payment
  return (
    resolution === "apply" &&
    applied_session_id !== null &&
    textOf(data, "applied_session_id") === applied_session_id
  )
}

/** What a session stores from now on, for the payment's own and the one that carries its money. */
export function refreshSessionData(
  payment: PaymentRow,
  data: Record<string, unknown> | undefined
): SessionData {
  return isOfApplication(payment, data) ? appliedToSessionData(payment) : paymentToSessionData(payment)
}

export const APPLICATION = "application"

export function applicationKeyOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, APPLICATION)
}

export function sessionIdOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, "session_id")
}

export function railOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, "rail")
}

function textOf(data: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}
