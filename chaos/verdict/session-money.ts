import { shortfallOf } from "../../src/domain/payment/received-amount"
import { parseAmount } from "../../src/gateway/amount"
import type { GatewayRecords } from "./gateway-records"
import { groupBy } from "./grouping"
import { attemptsOf, type StoreRecords } from "./store-records"

type Payment = StoreRecords["payments"][number]

/** Where an attempt's money is, in base units of its token. */
export interface SessionMoney {
  payment: Payment
  /** Accepted by the service for it. */
  received: bigint
  /** Captured in Medusa, less Medusa's refunds. */
  captured: bigint
  /** Captured without being received: the service's own tolerance. */
  shortfall: bigint
  /** Owed back: surplus, and refunds of orders. */
  owed: bigint
  /** Waits in the queue for an operator. */
  unallocated: bigint
}

/**
 * Adds up every attempt of every session. A token is worth a dollar in these runs, so fiat amounts equal token amounts. Only the
 * current attempt can be captured or held.
 */
export function sumSessions(store: StoreRecords, gateway: GatewayRecords): SessionMoney[] {
  const received = receivedByAttempt(store, gateway)
  const captures = groupBy(store.captures, ofSession)
  const refunds = groupBy(store.refunds, ofSession)
  const shown = new Map(store.payments.map((row) => [row.session_id, row.attempt_id]))
  const owed = groupBy(store.owed, (row) => row.attempt_id ?? shown.get(row.session_id) ?? "")
  return attemptsOf(store).map((payment) => {
    const units = (amount: string | null) => (amount === null ? 0n : parseAmount(amount, payment.decimals))
    const sum = (rows: { amount: string }[] = []) =>
      rows.reduce((total, row) => total + units(row.amount), 0n)
    const { session_id: session, attempt_id: id } = payment
    const isShown = shown.get(session) === id
    return {
      payment,
      received: sum(received.get(id)?.map((amount) => ({ amount }))),
      captured: isShown ? sum(captures.get(session)) - sum(refunds.get(session)) : 0n,
      shortfall: payment.state === "captured" ? units(shortfallOf(payment)) : 0n,
      owed: sum(owed.get(id)?.map((row) => ({ amount: row.token_amount ?? row.fiat_amount ?? "0" }))),
      unallocated: isWaiting(payment) ? units(payment.received_amount) : 0n,
    }
  })
}

/** Money of a session that is missing, or in excess; zero when everything is where it belongs. */
export function imbalance({ received, captured, shortfall, owed, unallocated }: SessionMoney): bigint {
  return received - (captured - shortfall + owed + unallocated)
}

/** Held for review; refunds due from held money count as owed. */
export function isWaiting({ state, resolution }: Payment): boolean {
  return state === "unallocated" && resolution === null
}

const ofSession = (row: { session_id: string }) => row.session_id

function receivedByAttempt(store: StoreRecords, gateway: GatewayRecords): Map<string, string[]> {
  const attempts = attemptsOf(store)
  const byInvoice = new Map(attempts.map((row) => [row.gateway_invoice_id ?? "", row.attempt_id]))
  const byOrder = new Map(attempts.map((row) => [row.external_order_id ?? "", row.attempt_id]))
  const received = new Map<string, string[]>()
  for (const invoice of gateway.invoices) {
    const isMatched = invoice.autoDepositAssignmentStatus === "matched"
    // The service's invoice for a deposit belongs to the intent it names, whether or not we know it.
    const attempt = isMatched ? byOrder.get(invoice.externalOrderId ?? "") : byInvoice.get(invoice.id)
    const isOfDeposit = invoice.autoDepositAssignmentStatus != null && !isMatched
    if (attempt === undefined || isOfDeposit) continue
    received.set(attempt, [...(received.get(attempt) ?? []), invoice.receivedAmount])
  }
  return received
}
