import type { SentTransfer } from "../shopper/wallet"
import type { VisitRecord } from "../shopper/visit"
import type { GatewayRecords } from "./gateway-records"
import { groupBy } from "./grouping"
import { sessionOfOrderId } from "../../src/domain/payment/attempt"
import { attemptsOf, type StoreRecords } from "./store-records"

/** One transfer, from the shopper who sent it to the service's record of it. */
export interface Trace {
  visit: VisitRecord
  sent: SentTransfer
  /** Its index among the visit's transfers. */
  index: number
  /** As the service saw it. */
  arrived: GatewayRecords["transfers"][number] | undefined
  /** The session of the payment it counts towards. */
  countsFor: string | null
  /** The payment's attempt. */
  attempt: StoreRecords["payments"][number] | undefined
  /** Why it does not count. */
  strayReason: string | null
  /** The session that the service suggests, when an operator has to confirm it. */
  expectedFor: string | null
}

/** Follows every transfer: by the sender's address to the service, and from there to a payment. */
export function traceTransfers(
  visits: readonly VisitRecord[],
  store: StoreRecords,
  gateway: GatewayRecords
): Trace[] {
  const arrivals = groupBy(gateway.transfers, ({ fromAddress }) => fromAddress)
  const attempts = attemptsOf(store)
  const byInvoice = new Map(attempts.map((row) => [row.gateway_invoice_id ?? "", row]))
  const byOrder = new Map(attempts.map((row) => [row.external_order_id ?? "", row]))
  const deposits = new Map(gateway.deposits.map((deposit) => [deposit.depositId, deposit]))
  // The invoice of a deposit names its transaction and not the deposit.
  const matched = new Map(
    gateway.invoices.flatMap(({ autoDepositAssignmentStatus, settlementTxHash, externalOrderId }) =>
      autoDepositAssignmentStatus === "matched" ? [[settlementTxHash ?? "", externalOrderId ?? null]] : []
    )
  )
  return visits.flatMap((visit) =>
    visit.transfers.map((sent, index): Trace => {
      // A facilitator may send from one address twice.
      const earlier = visit.transfers.slice(0, index).filter(({ from }) => from === sent.from)
      const arrived = arrivals.get(sent.from)?.[earlier.length]
      const trace = { visit, sent, index, arrived, attempt: undefined, expectedFor: null }
      if (!arrived) return { ...trace, countsFor: null, strayReason: "it never reached the service" }
      if (arrived.outcome === "accepted") {
        const attempt = byInvoice.get(arrived.invoiceId ?? "")
        const countsFor = attempt?.session_id ?? null
        const strayReason = countsFor ? null : `invoice ${arrived.invoiceId} is unknown to the store`
        return { ...trace, attempt, countsFor, strayReason }
      }
      const orderId = matched.get(arrived.txHash) ?? null
      if (orderId !== null) {
        const countsFor = sessionOfOrderId(orderId)
        return { ...trace, attempt: byOrder.get(orderId), countsFor, strayReason: null }
      }
      const deposit = deposits.get(arrived.depositId ?? "")
      const expected = deposit?.assignment.expectedIntent?.externalOrderId
      return {
        ...trace,
        countsFor: null,
        strayReason: arrived.reason ?? deposit?.assignment.status ?? "the service has not processed it yet",
        expectedFor: expected === undefined ? null : sessionOfOrderId(expected),
      }
    })
  )
}
