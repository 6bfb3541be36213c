import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { loadCustomerNames } from "../../deposit/steps/customer-names"
import type { RefundNames } from "./refund-to-view"

const order = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  customer_id: z.string().nullish(),
})
const link = z.object({ payment_collection_id: z.string(), order: order.nullish() })
type Order = z.infer<typeof order>

/**
 * Loads the names that some refunds are shown with, each kind with one read.
 *
 * @param payments of the refunds
 * @param actors admins to be named beside them
 */
export async function loadRefundNames(
  container: MedusaContainer,
  payments: readonly PaymentRow[],
  actors: readonly (string | null)[] = []
): Promise<RefundNames> {
  const [networkName, actorName, ofCollections, applied] = await Promise.all([
    container.resolve("onchain").networkNames.load(),
    loadActorNames(container, actors),
    loadOrdersOfCollections(container, present(payments.map(({ collection_id }) => collection_id))),
    loadOrders(container, present(payments.map(appliedTo))),
  ])
  const orderOf = (payment: PaymentRow): Order | null => {
    const id = appliedTo(payment)
    if (id !== null) return applied.get(id) ?? { id, display_id: null }
    return payment.collection_id === null ? null : (ofCollections.get(payment.collection_id) ?? null)
  }
  const customerIdOf = (payment: PaymentRow) => orderOf(payment)?.customer_id ?? payment.customer_id
  const customer = await loadCustomerNames(container, payments.map(customerIdOf))
  return {
    networkName,
    actorName,
    order: (payment) => {
      const found = orderOf(payment)
      return found && { id: found.id, display_id: found.display_id }
    },
    customer: (payment) => {
      const id = customerIdOf(payment)
      return id === null ? null : customer(id)
    },
  }
}

function appliedTo({ state, applied_order_id }: PaymentRow): string | null {
  return state === "captured" ? applied_order_id : null
}

async function loadOrdersOfCollections(
  container: MedusaContainer,
  ids: string[]
): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", "order.id", "order.display_id", "order.customer_id"],
    filters: { payment_collection_id: ids },
  })
  const links = z.array(link).parse(data)
  return new Map(links.flatMap((row) => (row.order ? [[row.payment_collection_id, row.order] as const] : [])))
}

async function loadOrders(container: MedusaContainer, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id", "customer_id"], filters: { id: ids } })
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
