import {
  createApiKeysWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { findId, only } from "./find"

const channelName = "Demo Storefront"
const keyTitle = "Demo Storefront"

/** The sales channel the products are in, and the key a storefront sends. */
export interface Sales {
  salesChannelId: string
  publishableKey: string
}

/** Creates the channel and its key, and makes USD the currency of the store. */
export async function seedSales(container: MedusaContainer): Promise<Sales> {
  const salesChannelId =
    (await findId(container, "sales_channel", { name: channelName })) ?? (await createChannel(container))
  await updateStoresWorkflow(container).run({
    input: {
      selector: {},
      update: {
        name: "On-chain Demo",
        supported_currencies: [{ currency_code: "usd", is_default: true }],
        default_sales_channel_id: salesChannelId,
      },
    },
  })
  const publishableKey = (await findKey(container)) ?? (await createKey(container, salesChannelId))
  return { salesChannelId, publishableKey }
}

async function createChannel(container: MedusaContainer): Promise<string> {
  const input = { salesChannelsData: [{ name: channelName }] }
  const { result } = await createSalesChannelsWorkflow(container).run({ input })
  return only(result).id
}

async function createKey(container: MedusaContainer, salesChannelId: string): Promise<string> {
  const apiKey = { title: keyTitle, type: "publishable" as const, created_by: "seed" }
  const { result } = await createApiKeysWorkflow(container).run({ input: { api_keys: [apiKey] } })
  const { id, token } = only(result)
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id, add: [salesChannelId] } })
  return token
}

async function findKey(container: MedusaContainer): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { title: keyTitle, type: "publishable" }
  const { data } = await query.graph({ entity: "api_key", fields: ["token"], filters })
  const [key]: { token?: string }[] = data
  return key?.token
}
