import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type CoverFacts,
  findMisfit,
  findOpeningMisfit,
  findPlacedMisfit,
  isPaidOtherwise,
  type Misfit,
} from "../../domain/payment/order-cover"
import { isChosen, type AnyPayment } from "../../modules/onchain/payment/payment-row"

const STATUS_OF = {
  choosing: "pending",
  opening: "pending",
  awaiting: "pending",
  confirming: "pending",
  settled: "captured",
  captured: "captured",
  // The shopper can still pay, late or with another attempt. A final status would end the session.
  expired: "requires_more",
  failed: "requires_more",
  cancelled: "requires_more",
  superseded: "requires_more",
  unallocated: "canceled",
} as const satisfies Record<AnyPayment["state"], PaymentSessionStatus>

/**
 * Status of a payment's own session in Medusa's words.
 *
 * Money applied to an order is captured by the session made for it only: the payment's own session, which may
 * still be alive, has none left.
 */
export function paymentToStatus(payment: AnyPayment): PaymentSessionStatus {
  return isSpentElsewhere(payment) ? "canceled" : STATUS_OF[payment.state]
}

function isSpentElsewhere({ state, resolution }: AnyPayment): boolean {
  return state === "captured" && resolution === "apply"
}

/**
 * Answers whether an order may be placed.
 *
 * Settled money captures at once. While it is awaited, the order is placed unpaid (`pending_authorization`)
 * or not yet (`requires_more`), as the merchant chose. It does not matter whether an attempt is open: the shopper chooses on
 * the payment page. A placed order keeps waiting, whatever happens to an attempt: an error here would
 * kill its session, and a late payment could no longer be captured.
 */
export function authorizationStatus(
  payment: AnyPayment,
  placeOrder: "before_payment" | "after_payment"
): PaymentSessionStatus {
  const status = paymentToStatus(payment)
  if (status === "captured" || isSpentElsewhere(payment)) return status
  if (payment.order_placed_at) return "pending_authorization"
  if (status === "canceled") return status
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
export function requireCover(payment: AnyPayment, status: PaymentSessionStatus, cover: CoverFacts): void {
  const misfit = cover.isOfCart && !isPlaced(payment, cover) ? findMisfit(cover) : findPlacedMisfit(cover)
  if (misfit) throw notCovered(cover, misfit)
  if (status === "captured" && isPaidOtherwise(cover))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Another payment of the order holds its price. This one, of session ${payment.session_id}, is not captured; it is held for review.`,
      "already_paid"
    )
}

/**
 * Refuses to open a payment for what its cart or order is not.
 *
 * @throws MedusaError `not_allowed` with code `total_not_covered`
 */
export function requireCurrent(cover: CoverFacts): void {
  const misfit = findOpeningMisfit(cover)
  if (misfit) throw notCovered(cover, misfit)
}

function notCovered({ session }: CoverFacts, misfit: Misfit): MedusaError {
  const problem =
    misfit.kind === "other_currency"
      ? `in another currency than what it is for (${misfit.currencies.map((code) => code.toUpperCase()).join(", ")})`
      : `${session.amount} ${session.currency.toUpperCase()}, which ${misfit.kind === "missing" ? `leaves ${misfit.amount.amount} of its total unpaid` : `is ${misfit.amount.amount} more than its total`}`
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The payment of this cart is ${problem}: the cart changed after the payment was opened. Load the payment options again and choose one; no order was placed.`,
    "total_not_covered"
  )
}

/** Whether this order was placed before. Medusa may have taken another one back. */
function isPlaced({ order_placed_at, placed_order_id }: AnyPayment, { orderId }: CoverFacts): boolean {
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
  /** From the attempt; null until the shopper has chosen. */
  kind: string | null
  rail: string | null
  chain: string | null
  network_id: string | null
  token: string | null
  amount: string | null
  expires_at: string | null
  state: string
  /** Set on a session that carries the payment's money by a person's decision. */
  applied_session_id: string | null
}

export function paymentToSessionData(payment: AnyPayment): SessionData {
  const attempt = isChosen(payment) ? payment : undefined
  return {
    session_id: payment.session_id,
    payment_id: payment.id,
    kind: attempt?.kind ?? null,
    rail: attempt?.rail_id ?? null,
    chain: attempt?.chain ?? null,
    network_id: attempt?.network_id ?? null,
    token: attempt?.token ?? null,
    amount: attempt?.expected_amount ?? null,
    expires_at: attempt?.expires_at?.toISOString() ?? null,
    state: payment.state,
    applied_session_id: null,
  }
}

/**
 * For a session that carries applied money. Clears the key of its creation, which is now spent and stays
 * private.
 */
export function appliedToSessionData(payment: AnyPayment): SessionData & { [APPLICATION]: null } {
  const { applied_session_id } = payment
  return { ...paymentToSessionData(payment), applied_session_id, [APPLICATION]: null }
}

/** Whether stored data belongs to the session that carries applied money. */
export function isOfApplication(payment: AnyPayment, data: Record<string, unknown> | undefined): boolean {
  const { resolution, applied_session_id } = payment
  return (
    resolution === "apply" &&
    applied_session_id !== null &&
    textOf(data, "applied_session_id") === applied_session_id
  )
}

/** What a session stores from now on, for the payment's own and the one that carries its money. */
export function refreshSessionData(
  payment: AnyPayment,
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

/**
 * @returns undefined when the shopper chooses later
 * @throws MedusaError `invalid_data` for a choice that is not text
 */
export function railOf(data: Record<string, unknown> | undefined): string | undefined {
  const rail = data?.rail
  if (rail === undefined || rail === null) return undefined
  if (typeof rail === "string" && rail !== "") return rail
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "data.rail: expected an id from GET /store/onchain/payment-options; omit it to let the shopper choose on the payment page"
  )
}

function textOf(data: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}
