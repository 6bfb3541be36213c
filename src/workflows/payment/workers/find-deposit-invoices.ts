import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SweepCount } from "./deposit-invoice-sweep"
import type { FoundInvoice } from "../../../modules/onchain/payment/deposit-invoices"
import type { WithoutOrder } from "../../../modules/onchain/payment/payment-checks"
import { isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { adoptDepositInvoice } from "../adopt-deposit-invoice"
import { adoptIfPlacedUnauthorized } from "../adopt-placed-order"
import { settlePayment } from "../settle-payment"
import { depositInvoiceSweepOf } from "./deposit-invoice-sweep"

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

const CHUNK = 500
const links = z.array(z.object({ payment_collection_id: z.string() }))

/**
 * Looks for orders that were placed without authorization, for payments that cannot be polled one by one.
 * Most have none: their cart was left. Only those whose collection has an order, or is unknown, are checked
 * closely. Safe to interrupt and to repeat: each next check does it again, soon where something failed.
 */
async function lookForOrders(container: MedusaContainer, payments: readonly WithoutOrder[]): Promise<void> {
  for (let start = 0; start < payments.length; start += CHUNK) {
    const chunk = payments.slice(start, start + CHUNK)
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
