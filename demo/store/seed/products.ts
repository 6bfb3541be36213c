import { createInventoryLevelsWorkflow, createProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Shipping } from "./shipping"

const catalog = [
  { handle: "notebook", title: "Dotted Notebook", price: 12, text: "Two hundred pages, thread bound." },
  { handle: "mug", title: "Stoneware Mug", price: 18, text: "Holds 350 ml and keeps warm." },
  { handle: "lamp", title: "Desk Lamp", price: 45, text: "Warm light on a steel arm." },
]

const Variants = z.array(
  z.object({
    id: z.string(),
    sku: z.string(),
    inventory_items: z.array(z.object({ inventory_item_id: z.string() })),
  })
)

/** Ids in the order of the catalog: notebook (12 USD), mug (18 USD), lamp (45 USD). */
export interface Products {
  variantIds: string[]
  inventoryItemIds: string[]
}

/**
 * Creates three products with stock.
 *
 * @param stock pieces of each product in the warehouse
 */
export async function seedProducts(
  container: MedusaContainer,
  { stockLocationId, shippingProfileId }: Shipping,
  salesChannelId: string,
  stock: number
): Promise<Products> {
  const existing = await findProducts(container)
  if (existing.variantIds.length === catalog.length) return existing
  const input = catalog.map((product) => productInput(product, shippingProfileId, salesChannelId))
  await createProductsWorkflow(container).run({ input: { products: input } })
  const created = await findProducts(container)
  const levels = created.inventoryItemIds.map((id) => ({
    inventory_item_id: id,
    location_id: stockLocationId,
    stocked_quantity: stock,
  }))
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels: levels } })
  return created
}

function productInput(product: (typeof catalog)[number], shippingProfileId: string, salesChannelId: string) {
  const { handle, title, price, text } = product
  const variant = { title, sku: sku(handle), manage_inventory: true, options: { Model: "Standard" } }
  return {
    handle,
    title,
    description: text,
    status: "published" as const,
    shipping_profile_id: shippingProfileId,
    sales_channels: [{ id: salesChannelId }],
    options: [{ title: "Model", values: ["Standard"] }],
    variants: [{ ...variant, prices: [{ currency_code: "usd", amount: price }] }],
  }
}

async function findProducts(container: MedusaContainer): Promise<Products> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const skus = catalog.map(({ handle }) => sku(handle))
  const { data } = await query.graph({
    entity: "variant",
    fields: ["id", "sku", "inventory_items.inventory_item_id"],
    filters: { sku: skus },
  })
  const variants = Variants.parse(data).sort((a, b) => skus.indexOf(a.sku) - skus.indexOf(b.sku))
  return {
    variantIds: variants.map(({ id }) => id),
    inventoryItemIds: variants.flatMap(({ inventory_items: items }) =>
      items.map((item) => item.inventory_item_id)
    ),
  }
}

const sku = (handle: string) => `DEMO-${handle.toUpperCase()}`
