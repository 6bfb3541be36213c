import type { RateLimiter } from "../../../gateway/client/call"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isSettledStatus } from "../../../domain/payment/payment-status"
import { isImplausible } from "../../../domain/payment/received-amount"
import { isAssignedTo, isMatched } from "../../../domain/payment/settlement"
import type { GatewayClient } from "../../../gateway/client/client"
import type { Invoice } from "../../../gateway/contract"
import { pollsPerMinute } from "../../../modules/onchain/gateway-clients"
import type { FoundInvoice, IntentStore } from "../../../modules/onchain/payment/intent-store"
import type { PaymentChecks, WithoutOrder } from "../../../modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import {
  type CircuitBreaker,
  duringRun,
  isUnavailable,
  type SyncRuns,
} from "../../../modules/onchain/work/sync-runs"
import { adoptPlacedOrder } from "../adopt-order"
import { inCollection, readRows } from "../order-record"
import { isUnknownInvoice, settlePayment } from "../settle-payment"

/**
 * Finds the payment of an invoice that the service made from a deposit, and ties them together. The canonical invoice has to be
 * attached to an intent, and name a session of ours; in review it does neither, and it is announced again once it was assigned.
 *
 * @returns the payment; what was recorded instead; why there is nothing to do; or undefined for an invoice that is not known here,
 * whose creation may still be in progress
 */
export async function adoptDepositInvoice(
  container: MedusaContainer,
  invoiceId: string
): Promise<PaymentRow | { ignored: string } | { recorded: string } | undefined> {
  const { gateway, payments, intents, deposits } = container.resolve("onchain")
  const invoice = await gateway.getInvoice(invoiceId).catch((error: unknown) => {
    if (isUnknownInvoice(error)) return undefined
    throw error
  })
  if (!invoice) return undefined
  const { autoDepositAssignmentStatus: status, externalOrderId } = invoice
  const payment = externalOrderId ? await payments.find({ external_order_id: externalOrderId }) : undefined
  if (payment?.kind !== "auto_deposit" || !isAssignedTo(invoice, payment.external_order_id)) {
    const isUnassigned = status === undefined && externalOrderId === undefined
    const isMissed = isUnassigned && (await deposits.mirror.noteUnassigned(invoice))
    const { ids } = await deposits.income.record([invoice])
    if (ids.length > 0)
      return { recorded: "income without an order: the gateway assigns the deposit to none" }
    if (isUnassigned && !isMissed) return undefined
    if (payment?.kind !== "auto_deposit") return { ignored: "a deposit for no session of this store" }
    return { ignored: `a deposit in review: ${status ?? "no assignment status"}` }
  }
  const isSettled = isSettledStatus(invoice.status)
  if (await intents.bindInvoice(payment, invoice.id, isSettled)) return payment
  if (!isSettled) return { ignored: "a further deposit, not settled yet" }
  await oweExtra(container, payment, invoice)
  return { ignored: "a further deposit for a payment that has its money; it is owed back" }
}

/** The payment has an invoice already, so this money is a surplus. */
async function oweExtra(container: MedusaContainer, payment: PaymentRow, invoice: Invoice): Promise<void> {
  const { id: invoiceId, amount: expected, receivedAmount: received = expected } = invoice
  // The documented amount; an implausible reported one owes nothing.
  const tokenAmount = isImplausible({ expected, received, decimals: payment.decimals }) ? expected : received
  if (await container.resolve("onchain").refunds.oweExtra(payment, { invoiceId, tokenAmount }))
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} was paid again with invoice ${invoiceId}; it is owed back`)
}

type SweepCount = { seen: number; found: number; failed: number; isComplete: boolean }

type Parts = {
  gateway: Pick<GatewayClient, "listInvoices">
  checks: Pick<PaymentChecks, "countDueInList" | "planListed" | "plan" | "now">
  invoices: Pick<IntentStore, "listUnknown">
  runs: Pick<SyncRuns, "begin" | "progress" | "finish" | "lastSeen">
  budget: Pick<RateLimiter, "take">
  pause: CircuitBreaker
  pageSize: number
  callsPerMinute: number
  /** Ties an invoice to its payment and settles it. @throws GatewayError when the service is unavailable */
  adopt: (found: FoundInvoice) => Promise<void>
  onFailure: (found: FoundInvoice, error: unknown) => void
  /** Records what has no order. */
  record: (invoices: readonly Invoice[]) => Promise<unknown>
  /** Looks for orders of intents without a deposit whose order is unknown. */
  lookForOrders: (payments: readonly WithoutOrder[]) => Promise<void>
}

/** Deposits lead to `paid`; the document does not rule out `overpaid`. */
const OFTEN = "paid"
const SELDOM = "overpaid"
/** One of this many checks of a payment reads the seldom status too. */
const SELDOM_EVERY = 3
const SHORTEST_PAUSE_MS = 15_000
/** Of the rate limit, so that a long list does not delay payments with their own invoices. */
const SHARE_OF_CALLS = 1 / 4
const CHUNK = 100

/**
 * Finds the invoices that the service made from deposits to intents, when no webhook reported them. No call fetches an intent,
 * and the order of lists is not documented, so they are read to their end whenever an intent is due, long ones less often. An
 * incomplete list proves nothing about missing rows.
 *
 * @returns null when nothing is due, calls are stopped or another process is running it
 * @see service-interface "Limits", rule 3
 */
export async function sweepDepositInvoices(parts: Parts): Promise<SweepCount | null> {
  const { checks, runs, pause, pageSize, callsPerMinute } = parts
  if (pause.isOn) return null
  const { due, dueInSeldom } = await checks.countDueInList(SELDOM_EVERY)
  if (due === 0) return null
  const statuses = dueInSeldom > 0 ? [OFTEN, SELDOM] : [OFTEN]
  // Long lists are read with the same number of calls per minute as short ones.
  const pages = Math.ceil((await runs.lastSeen("deposit_invoices")) / pageSize)
  const restMs = Math.max(SHORTEST_PAUSE_MS, (pages * 60_000) / (callsPerMinute * SHARE_OF_CALLS))
  const swept = await duringRun(runs, "deposit_invoices", restMs, async () => {
    const count: SweepCount = { seen: 0, found: 0, failed: 0, isComplete: true }
    const readFrom = await checks.now()
    try {
      for (const status of statuses) await readList(status, parts, count)
    } catch (error) {
      if (isUnavailable(error)) pause.begin()
      throw error
    }
    const { isComplete } = count
    const isAll = statuses.includes(SELDOM) && isComplete
    return { count, withoutOrder: await checks.planListed(readFrom, { isAll, isComplete }) }
  })
  if (swept === null) return null
  await parts.lookForOrders(swept.withoutOrder)
  return swept.count
}

/** One call per page, within the rate. */
async function readList(status: string, parts: Parts, count: SweepCount): Promise<void> {
  const { gateway, invoices, budget, runs } = parts
  let isWhole = false
  await budget.take()
  for await (const { rows, end } of gateway.listInvoices({ status })) {
    isWhole = end?.isComplete ?? false
    for (let from = 0; from === 0 || from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK)
      for (const found of await invoices.listUnknown(chunk.filter(isMatched)))
        await adoptOne(found, parts, count)
      await parts.record(chunk)
      count.seen += chunk.length
      await runs.progress("deposit_invoices", { seen: count.seen, changed: count.found })
    }
    if (end === null) await budget.take()
  }
  if (!isWhole) count.isComplete = false
}

/** A failure is planned at once, so that the payment does not count as not found. */
async function adoptOne(found: FoundInvoice, parts: Parts, count: SweepCount): Promise<void> {
  try {
    await parts.adopt(found)
    count.found++
  } catch (error) {
    if (isUnavailable(error)) throw error
    count.failed++
    parts.onFailure(found, error)
    await parts.checks.plan(found.attemptId, { hasFailed: true })
  }
}

export async function findDepositInvoices(container: MedusaContainer): Promise<void> {
  const { gateway, intents, paymentChecks, syncRuns, polling, options, deposits } =
    container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const count = await sweepDepositInvoices({
      ...{ gateway, invoices: intents, checks: paymentChecks, runs: syncRuns, ...polling },
      pageSize: options.assumptions.list.pageSize,
      callsPerMinute: pollsPerMinute(options),
      adopt: async ({ invoiceId }) => {
        const payment = await adoptDepositInvoice(container, invoiceId)
        if (payment && "id" in payment) await settlePayment(container, payment, { isCheck: true })
      },
      onFailure: ({ invoiceId }, error) =>
        logger.warn(`onchain: the deposit of invoice ${invoiceId} could not be taken in: ${reasonOf(error)}`),
      record: (invoices) => deposits.income.record(invoices),
      lookForOrders: (payments) => lookForOrders(container, payments),
    })
    if (count && count.found + count.failed > 0)
      logger.info(
        `onchain: deposits: ${count.seen} invoices read, ${count.found} found, ${count.failed} failed`
      )
  } catch (error) {
    if (!isUnavailable(error)) throw error
    logger.warn(`onchain: deposits could not be looked for, again later: ${reasonOf(error)}`)
  }
}

const SEARCH_CHUNK = 500

/**
 * Looks for orders that were placed without authorization, for payments that cannot be polled one by one. Most have none: their
 * cart was left. Only those whose collection has an order, or is unknown, are checked closely.
 */
async function lookForOrders(container: MedusaContainer, payments: readonly WithoutOrder[]): Promise<void> {
  const onchain = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (let start = 0; start < payments.length; start += SEARCH_CHUNK) {
    const chunk = payments.slice(start, start + SEARCH_CHUNK)
    const ids = chunk.flatMap(({ collection_id }) => collection_id ?? [])
    const filters = { payment_collection_id: ids }
    const links = await readRows(container, "order_payment_collection", inCollection, filters)
    const ordered = new Set(links.map((link) => link.payment_collection_id))
    for (const { attempt_id, collection_id } of chunk) {
      if (collection_id !== null && !ordered.has(collection_id)) continue
      try {
        const payment = await onchain.payments.find({ attempt_id })
        if (payment) await adoptPlacedOrder(container, payment)
      } catch (error) {
        await onchain.paymentChecks.plan(attempt_id, { hasFailed: true })
        const what = `onchain: looking up the order of attempt ${attempt_id} failed and will be retried`
        logger.warn(`${what}: ${reasonOf(error)}`)
      }
    }
  }
}
