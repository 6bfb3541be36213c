import type { PaymentRow } from "../../modules/onchain/payment-row"

/**
 * What the payment session stores. Anybody with the order id can read it through Medusa's own store route, so nothing
 * here leads to the page, to an address or to a transfer. Always our own ids: core merges what the client sent under
 * these keys, and what is here wins.
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
  /** Set where the session is not the payment's own, but carries its money by a decision of a person. */
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
 * For a session that carries money which a person applied to an order. The key has done its work: what is here wins
 * over what the session was created with, so that it is not told to anybody.
 */
export function appliedToSessionData(payment: PaymentRow): SessionData & { [APPLICATION]: null } {
  const { applied_session_id } = payment
  return { ...paymentToSessionData(payment), applied_session_id, [APPLICATION]: null }
}

/** Whether stored data is that of the session that carries applied money, and not of the payment's own. */
export function isOfApplication(payment: PaymentRow, data: Record<string, unknown> | undefined): boolean {
  const { resolution, applied_session_id } = payment
  return (
    resolution === "apply" &&
    applied_session_id !== null &&
    textOf(data, "applied_session_id") === applied_session_id
  )
}

/** What a session stores from now on, as far as it is the payment's own or carries its money by a decision of a person. */
export function refreshSessionData(
  payment: PaymentRow,
  data: Record<string, unknown> | undefined
): SessionData {
  return isOfApplication(payment, data) ? appliedToSessionData(payment) : paymentToSessionData(payment)
}

/** Name of the key in the data of a session that is created for an application. */
export const APPLICATION = "application"

/** The key of an application, where a session is created for one. */
export function applicationKeyOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, APPLICATION)
}

/** Session id of a provider call, or undefined when the data names none. */
export function sessionIdOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, "session_id")
}

/** The rail a shopper chose, as sent by the storefront. */
export function railOf(data: Record<string, unknown> | undefined): string | undefined {
  return textOf(data, "rail")
}

function textOf(data: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}
