import type { MedusaContainer } from "@medusajs/framework/types"
import type { Reading, UnpaidOrderFacts } from "../../domain/payment/unpaid-order"
import { isChosen, type AnyPayment } from "../../modules/onchain/payment/payment-row"
import { depositListeners, depositSyncOf } from "../deposit/workers/sync-deposits"
import { transactionSyncOf } from "../finance/workers/sync-transactions"

export type MoneyReadings = Pick<UnpaidOrderFacts, "depositReading" | "transactionReading">

/**
 * Makes sure that money of an order is known before the order is cancelled, whatever record names it: its webhook may be lost,
 * and jobs read the lists only now and then.
 *
 * @param payments all payments of the order
 * @param overAt the deadline
 * @throws GatewayError when a list cannot be read
 */
export async function readMoneyLists(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<MoneyReadings> {
  return {
    depositReading: await readDepositsInReview(container, payments, overAt),
    transactionReading: await readTransactions(container, payments, overAt),
  }
}

/** The list, by the name of its readings. */
const TRANSACTIONS = "listTransactions"
/** An older reading misses what came while the order was held. */
const RECENT_MS = 60_000

/**
 * Any order can have a deposit in review: late or wrong money to the address of an invoice is there too. Orders within a minute
 * share a reading.
 *
 * @returns `busy` while another process reads the list
 */
async function readDepositsInReview(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<Reading> {
  if (payments.length === 0) return "read"
  const { deposits, payments: paymentStore } = container.resolve("onchain")
  const { store, links } = deposits
  const since = readSince(overAt, await store.now())
  const isRead = await depositSyncOf(container).ensureReviewRead(depositListeners(container), since)
  await links.linkAndQueue(paymentStore)
  return isRead
}

/** A server's clock may be ahead of the database's. */
function readSince(overAt: Date, now: Date): Date {
  return new Date(Math.min(Math.max(overAt.getTime(), now.getTime() - RECENT_MS), now.getTime()))
}

/**
 * Some services record late or wrong money only as a transaction. The list has no filter, so it is read whole: where that takes
 * long, a later check finds a reading that began after an earlier one asked for it.
 */
async function readTransactions(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<Reading> {
  // Without an address no money can arrive.
  if (!payments.some(isChosen)) return "read"
  const { orderFollowUps, syncRuns, listReadings } = container.resolve("onchain")
  const wantedAt = await orderFollowUps.searchWantedAt(payments.map(({ id }) => id))
  const since = wantedAt ?? readSince(overAt, await syncRuns.now())
  const reading = await transactionSyncOf(container).ensureRead(since)
  if (reading !== "busy") return reading
  return (await listReadings.findIncomplete([TRANSACTIONS])).length > 0 ? "incomplete" : "busy"
}
