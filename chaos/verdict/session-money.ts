import { parseAmount } from "../../src/gateway/amount"
import type { GatewayRecords } from "./gateway-records"
import { groupBy } from "./grouping"
import type { StoreRecords } from "./store-records"

type Payment = StoreRecords["payments"][number]

/** Where the money of one payment session is, in base units of its token. */
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

/** Adds up every session; a token is worth a dollar in these runs, so fiat amounts are token amounts. */
export function sumSessions(store: StoreRecords, gateway: GatewayRecords): SessionMoney[] {
  const received = receivedBySession(store, gateway)
  const captures = groupBy(store.captures, ofSession)
  const refunds = groupBy(store.refunds, ofSession)
  const owed = groupBy(store.owed, ofSession)
  return store.payments.map((payment) => {
    const units = (amount: string | null) => (amount === null ? 0n : parseAmount(amount, payment.decimals))
    const sum = (rows: { amount: string }[] = []) =>
      rows.reduce((total, row) => total + units(row.amount), 0n)
    const id = payment.session_id
    return {
      payment,
      received: sum(received.get(id)?.map((amount) => ({ amount }))),
      captured: sum(captures.get(id)) - sum(refunds.get(id)),
      shortfall: units(payment.shortfall_amount),
      owed: sum(owed.get(id)?.map((row) => ({ amount: row.token_amount ?? row.fiat_amount ?? "0" }))),
      unallocated: payment.state === "unallocated" ? units(payment.received_amount) : 0n,
    }
  })
}

/** Money of a session that is missing, or in excess; zero when everything is where it belongs. */
export function imbalance({ received, captured, shortfall, owed, unallocated }: SessionMoney): bigint {
  return received - (captured - shortfall + owed + unallocated)
}

const ofSession = (row: { session_id: string }) => row.session_id

function receivedBySession(store: StoreRecords, gateway: GatewayRecords): Map<string, string[]> {
  const sessionOf = new Map(store.payments.map((row) => [row.gateway_invoice_id ?? "", row.session_id]))
  const received = new Map<string, string[]>()
  for (const invoice of gateway.invoices) {
    const isMatched = invoice.autoDepositAssignmentStatus === "matched"
    // The service's invoice for a deposit belongs to the session it names, whether we know of it or not.
    const session = isMatched ? invoice.externalOrderId : sessionOf.get(invoice.id)
    const isOfDeposit = invoice.autoDepositAssignmentStatus != null && !isMatched
    if (session == null || isOfDeposit) continue
    received.set(session, [...(received.get(session) ?? []), invoice.receivedAmount])
  }
  return received
}
