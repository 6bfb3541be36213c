import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isSettledStatus } from "../../../domain/payment/payment-status"
import { isImplausible } from "../../../domain/payment/received-amount"
import { isAssignedTo, isMatched } from "../../../domain/payment/settlement"
import type { GatewayClient } from "../../../gateway/client/client"
import { GatewayError } from "../../../gateway/client/errors"
import type { ListPage } from "../../../gateway/client/pages"
import type { Invoice } from "../../../gateway/contract"
import { pollsPerMinute } from "../../../modules/onchain/gateway-clients"
import type { DepositInvoices, FoundInvoice } from "../../../modules/onchain/payment/intent-store"
import type { PaymentChecks, WithoutOrder } from "../../../modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import {
  type BackgroundRateLimiter,
  type CircuitBreaker,
  isUnavailable,
} from "../../../modules/onchain/work/gateway-load"
import { duringRun, type SyncRuns } from "../../../modules/onchain/work/sync-runs"
import { perStore } from "../../worker"
import { adoptIfPlacedUnauthorized } from "../capture"
import { settlePayment } from "../settle-payment"

export type Adoption =
  | { kind: "payment"; paymentId: string; attemptId: string }
  /** The note says why there is nothing to do. */
  | { kind: "none"; note: string }
  /** Not known here; its own creation may still be in progress. */
  | { kind: "unknown" }

/**
 * Finds the payment of an invoice that the service made from a deposit, and ties them together.
 *
 * The canonical invoice decides: it has to be attached to an intent, and name a session of ours. In review it
 * does neither, and it is announced again once it was assigned.
 *
 * @throws GatewayError when the invoice cannot be read now
 */
export async function adoptDepositInvoice(container: MedusaContainer, invoiceId: string): Promise<Adoption> {
  const { payments, intents, unassignedDeposits } = container.resolve("onchain")
  const invoice = await fetchInvoice(container, invoiceId)
  if (!invoice) return { kind: "unknown" }
  const { autoDepositAssignmentStatus: status, externalOrderId } = invoice
  if (status === undefined && externalOrderId === undefined) {
    const isOurs = await unassignedDeposits.note(invoice)
    return isOurs
      ? { kind: "none", note: "a deposit to a customer's address that the gateway does not assign" }
      : { kind: "unknown" }
  }
  const payment = externalOrderId ? await payments.find({ external_order_id: externalOrderId }) : undefined
  if (payment?.kind !== "auto_deposit")
    return { kind: "none", note: "a deposit for no session of this store" }
  if (!isAssignedTo(invoice, payment.external_order_id))
    return { kind: "none", note: `a deposit in review: ${status ?? "no assignment status"}` }
  const isSettled = isSettledStatus(invoice.status)
  if (await intents.bindInvoice(payment, invoice.id, isSettled))
    return { kind: "payment", paymentId: payment.id, attemptId: payment.attempt_id }
  return oweExtra(container, payment, invoice)
}

/** The payment has an invoice already, so this money is a surplus. */
async function oweExtra(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<Adoption> {
  if (!isSettledStatus(invoice.status)) return { kind: "none", note: "a further deposit, not settled yet" }
  const { amount: expected, receivedAmount: reported } = invoice
  const isAbsurd =
    reported !== undefined && isImplausible({ expected, received: reported, decimals: payment.decimals })
  // The documented amount; an implausible reported one owes nothing.
  const tokenAmount = isAbsurd ? expected : (reported ?? expected)
  const { refunds } = container.resolve("onchain")
  if (await refunds.oweExtra(payment, { invoiceId: invoice.id, tokenAmount })) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} was paid again with invoice ${invoice.id}; it is owed back`)
  }
  return { kind: "none", note: "a further deposit for a payment that has its money; it is owed back" }
}

async function fetchInvoice(container: MedusaContainer, invoiceId: string): Promise<Invoice | null> {
  try {
    return await container.resolve("onchain").gateway.getInvoice(invoiceId)
  } catch (error) {
    if (error instanceof GatewayError && error.code === "NOT_FOUND") return null
    throw error
  }
}

export type SweepCount = { seen: number; found: number; failed: number; isComplete: boolean }

type Work = {
  /** Ties an invoice to its payment and settles it. @throws GatewayError when the service is unavailable */
  adopt: (found: FoundInvoice) => Promise<void>
  onFailure: (found: FoundInvoice, error: unknown) => void
  /** Looks for orders of intents without a deposit whose order is unknown. */
  lookForOrders: (payments: readonly WithoutOrder[]) => Promise<void>
}

type Parts = {
  gateway: Pick<GatewayClient, "listInvoices">
  checks: Pick<PaymentChecks, "countDueInList" | "planListed" | "plan" | "now">
  invoices: DepositInvoices
  runs: Pick<SyncRuns, "begin" | "progress" | "finish" | "lastSeen">
  budget: Pick<BackgroundRateLimiter, "take">
  pause: CircuitBreaker
}

export type SweepSettings = { pageSize: number; maxCallsPerMinute: number }

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
 * Finds the invoices that the service made from deposits to intents, when no webhook reported them.
 *
 * No call fetches an intent, so the lists of paid invoices are read to their end whenever an intent is due:
 * their order is not documented. A long list is read less often. An interrupted run starts over. An
 * incomplete list proves nothing about missing rows.
 *
 * @see service-interface "Limits", rule 3
 */
export class DepositInvoiceSweep {
  constructor(
    private readonly parts: Parts,
    private readonly settings: SweepSettings
  ) {}

  /** @returns null when nothing is due, calls are stopped or another process is running it */
  async run(work: Work): Promise<SweepCount | null> {
    const { checks, runs, pause } = this.parts
    const { due, dueInSeldom } = pause.isOn ? NOTHING_DUE : await checks.countDueInList(SELDOM_EVERY)
    if (due === 0) return null
    const isAll = dueInSeldom > 0
    const swept = await duringRun(runs, "deposit_invoices", await this.restMs(), async () => {
      try {
        return await this.sweep(isAll, work)
      } catch (error) {
        if (isUnavailable(error)) pause.begin()
        throw error
      }
    })
    if (swept === null) return null
    await work.lookForOrders(swept.withoutOrder)
    return swept.count
  }

  private async sweep(
    isAll: boolean,
    work: Work
  ): Promise<{ count: SweepCount; withoutOrder: readonly WithoutOrder[] }> {
    const { checks } = this.parts
    const count: SweepCount = { seen: 0, found: 0, failed: 0, isComplete: true }
    const readFrom = await checks.now()
    const failed = await this.read(isAll ? [OFTEN, SELDOM] : [OFTEN], work, count)
    // First, so that they are not due any more and do not count as not found.
    for (const { attemptId } of failed) await checks.plan(attemptId, { hasFailed: true })
    const { isComplete } = count
    const withoutOrder = await checks.planListed(readFrom, { isAll: isAll && isComplete, isComplete })
    return { count, withoutOrder }
  }

  /** Long lists are read with the same number of calls per minute as short ones. */
  private async restMs(): Promise<number> {
    const { pageSize, maxCallsPerMinute } = this.settings
    const pages = Math.ceil((await this.parts.runs.lastSeen("deposit_invoices")) / pageSize)
    return Math.max(SHORTEST_PAUSE_MS, (pages * 60_000) / (maxCallsPerMinute * SHARE_OF_CALLS))
  }

  private async read(
    statuses: readonly string[],
    work: Work,
    count: SweepCount
  ): Promise<readonly FoundInvoice[]> {
    const failed: FoundInvoice[] = []
    for (const status of statuses) {
      let isWhole = false
      for await (const { rows, end } of this.listSlowly(status)) {
        isWhole = end?.isComplete ?? false
        for (let from = 0; from === 0 || from < rows.length; from += CHUNK)
          failed.push(...(await this.work(rows.slice(from, from + CHUNK), work, count)))
      }
      if (!isWhole) count.isComplete = false
    }
    return failed
  }

  /** One call per page. */
  private async *listSlowly(status: string): AsyncGenerator<ListPage<Invoice>, void, undefined> {
    const { gateway, budget } = this.parts
    await budget.take()
    for await (const page of gateway.listInvoices({ status })) {
      yield page
      if (page.end === null) await budget.take()
    }
  }

  private async work(chunk: readonly Invoice[], work: Work, count: SweepCount): Promise<FoundInvoice[]> {
    const { invoices, runs } = this.parts
    const failed: FoundInvoice[] = []
    for (const found of await invoices.listUnknown(chunk.filter(isMatched))) {
      try {
        await work.adopt(found)
        count.found++
      } catch (error) {
        if (isUnavailable(error)) throw error
        work.onFailure(found, error)
        failed.push(found)
      }
    }
    count.seen += chunk.length
    count.failed += failed.length
    await runs.progress("deposit_invoices", { seen: count.seen, changed: count.found })
    return failed
  }
}

const NOTHING_DUE = { due: 0, dueInSeldom: 0 }

export const depositInvoiceSweepOf = perStore((onchain) => {
  const { gateway, paymentChecks: checks, syncRuns: runs, polling, options } = onchain
  return new DepositInvoiceSweep(
    { gateway, checks, runs, ...polling, invoices: onchain.invoicesOfIntents },
    {
      pageSize: options.assumptions.list.pageSize,
      maxCallsPerMinute: pollsPerMinute(options),
    }
  )
})

/** Safe to interrupt and to repeat. */
export async function findDepositInvoices(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const count = await sweep(container)
  if (count && count.found + count.failed > 0)
    logger.info(
      `onchain: deposits: ${count.seen} invoices read, ${count.found} found, ${count.failed} failed`
    )
}

async function sweep(container: MedusaContainer): Promise<SweepCount | null> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    return await depositInvoiceSweepOf(container).run({
      adopt: (found) => adopt(container, found),
      onFailure: ({ invoiceId }, error) =>
        logger.warn(`onchain: the deposit of invoice ${invoiceId} could not be taken in: ${reasonOf(error)}`),
      lookForOrders: (payments) => lookForOrders(container, payments),
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    logger.warn(`onchain: deposits could not be looked for, again later: ${reasonOf(error)}`)
    return null
  }
}

async function adopt(container: MedusaContainer, { invoiceId }: FoundInvoice): Promise<void> {
  const adoption = await adoptDepositInvoice(container, invoiceId)
  if (adoption.kind !== "payment") return
  await settlePayment(container, adoption.paymentId, { isCheck: true, attemptId: adoption.attemptId })
}

const SEARCH_CHUNK = 500
const links = z.array(z.object({ payment_collection_id: z.string() }))

/**
 * Looks for orders that were placed without authorization, for payments that cannot be polled one by one.
 * Most have none: their cart was left. Only those whose collection has an order, or is unknown, are checked
 * closely. Safe to interrupt and to repeat: each next check does it again, soon where something failed.
 */
async function lookForOrders(container: MedusaContainer, payments: readonly WithoutOrder[]): Promise<void> {
  for (let start = 0; start < payments.length; start += SEARCH_CHUNK) {
    const chunk = payments.slice(start, start + SEARCH_CHUNK)
    const ordered = await listOrdered(container, chunk)
    for (const { attempt_id, collection_id } of chunk)
      if (collection_id === null || ordered.has(collection_id)) await lookClosely(container, attempt_id)
  }
}

/** @returns ids of the collections that an order has */
async function listOrdered(
  container: MedusaContainer,
  payments: readonly WithoutOrder[]
): Promise<ReadonlySet<string>> {
  const ids = payments.flatMap(({ collection_id }) => collection_id ?? [])
  if (ids.length === 0) return new Set()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { payment_collection_id: ids },
  })
  return new Set(links.parse(data).map((link) => link.payment_collection_id))
}

async function lookClosely(container: MedusaContainer, attemptId: string): Promise<void> {
  const { payments, paymentChecks } = container.resolve("onchain")
  try {
    const payment = await payments.find({ attempt_id: attemptId })
    if (payment) await adoptIfPlacedUnauthorized(container, payment)
  } catch (error) {
    await paymentChecks.plan(attemptId, { hasFailed: true })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `onchain: looking up the order of attempt ${attemptId} failed and will be retried: ${reasonOf(error)}`
      )
  }
}
