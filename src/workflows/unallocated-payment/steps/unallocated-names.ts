import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { loadCustomerNames } from "../../deposit/steps/customer-names"
import type { UnallocatedNames } from "./unallocated-to-view"

const order = z.object({ id: z.string(), display_id: z.number().nullable() })
const link = z.object({ payment_collection_id: z.string(), order: order.nullish() })
type OrderName = z.infer<typeof order>

/**
 * Loads the names that some payments are shown with, each kind with one read.
 *
 * @param otherActors admins to be named beside those of the payments
 */
export async function loadUnallocatedNames(
  container: MedusaContainer,
  payments: readonly PaymentRow[],
  otherActors: readonly (string | null)[] = []
): Promise<UnallocatedNames> {
  const [networkName, actorName, customer, meantFor, appliedTo] = await Promise.all([
    container.resolve("onchain").networkNames.load(),
    loadActorNames(container, [...payments.map(({ resolved_by }) => resolved_by), ...otherActors]),
    loadCustomerNames(
      container,
      payments.map(({ customer_id }) => customer_id)
    ),
    loadOrdersOfCollections(container, present(payments.map(({ collection_id }) => collection_id))),
    loadOrders(container, present(payments.map(({ applied_order_id }) => applied_order_id))),
  ])
  return {
    nowMs: container.resolve("onchain").clock(),
    networkName,
    actorName,
    customer,
    meantFor: ({ collection_id }) => (collection_id === null ? null : (meantFor.get(collection_id) ?? null)),
    appliedTo: ({ applied_order_id: id }) =>
      id === null ? null : (appliedTo.get(id) ?? { id, display_id: null }),
  }
}

async function loadOrdersOfCollections(container: MedusaContainer, ids: string[]) {
  if (ids.length === 0) return new Map<string, OrderName>()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", "order.id", "order.display_id"],
    filters: { payment_collection_id: ids },
  })
  const links = z.array(link).parse(data)
  return new Map(links.flatMap((row) => (row.order ? [[row.payment_collection_id, row.order] as const] : [])))
}

async function loadOrders(container: MedusaContainer, ids: string[]) {
  if (ids.length === 0) return new Map<string, OrderName>()
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id"], filters: { id: ids } })
  return new Map(
    z
      .array(order)
      .parse(data)
      .map((row) => [row.id, row] as const)
  )
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
}
