import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { COUNT_LIMIT } from "../../../modules/onchain/listed-rows"
import type { SetupCheck } from "../../../modules/onchain/setup-checks"
import { inWords } from "../../../modules/onchain/work-checks"

const links = z.array(
  z.object({ order: z.object({ id: z.string(), display_id: z.number().nullish() }).nullish() })
)

/** Checks whether orders that are out of time are kept because a list of the provider is incomplete: a person can end that. */
export async function checkKeptOrders(container: MedusaContainer): Promise<SetupCheck[]> {
  const { health, clock } = container.resolve("onchain")
  const { count, oldestAt, collectionIds } = await health.keptOrders()
  if (count === 0 || oldestAt === null) return []
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["order.id", "order.display_id"],
    filters: { payment_collection_id: collectionIds },
  })
  const named = links.parse(data).flatMap(({ order }) => (order ? [`#${order.display_id ?? order.id}`] : []))
  const message =
    `Unpaid orders that are kept although their time is over: ${count > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : count}` +
    `${named.length > 0 ? ` (${named.join(", ")}${count > named.length ? " and others" : ""})` : ""}, the first for ` +
    `${inWords(clock() - oldestAt.getTime())}. A list of the provider is incomplete, so their payment may have arrived unseen. Look for it ` +
    "in the provider's dashboard: if nothing arrived, cancel the order on its page; if it did, have the provider send its webhook again."
  return [{ id: "kept_orders", status: "warning", message }]
}
