import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { reasonOf } from "../../../modules/onchain/error-reason"
import type { WithoutOrder } from "../../../modules/onchain/payment-checks"
import { adoptIfPlacedUnasked } from "./adopt-placed-order"

const CHUNK = 500
const links = z.array(z.object({ payment_collection_id: z.string() }))

/**
 * Looks for orders that were placed unasked, of payments that cannot be asked for one by one. Most have none: a cart that was
 * left. So only those are looked at closely whose collection has an order, or is not known yet. Safe to cut off and to
 * repeat: each is looked at again by its next check, which comes soon where something failed.
 */
export async function lookForOrders(
  container: MedusaContainer,
  payments: readonly WithoutOrder[]
): Promise<void> {
  for (let start = 0; start < payments.length; start += CHUNK) {
    const chunk = payments.slice(start, start + CHUNK)
    const ordered = await listOrdered(container, chunk)
    for (const { id, collection_id } of chunk)
      if (collection_id === null || ordered.has(collection_id)) await lookClosely(container, id)
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

async function lookClosely(container: MedusaContainer, paymentId: string): Promise<void> {
  const { payments, checks } = container.resolve("onchain")
  try {
    const payment = await payments.find({ id: paymentId })
    if (payment) await adoptIfPlacedUnasked(container, payment)
  } catch (error) {
    await checks.plan(paymentId, { hasFailed: true })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the order of payment ${paymentId} is looked for again: ${reasonOf(error)}`)
  }
}
