import { createInventoryLevelsWorkflow, createProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Shipping } from "./shipping"

/** A product to create. Prices are in major units. */
export interface CatalogProduct {
  handle: string
  title: string
  text: string
  usd: number
  eur: number
  /** The product's option, with a variant for each value. @default one variant */
  option?: { title: string; values: string[] }
}

const basics: CatalogProduct[] = [
  {
    handle: "notebook",
    title: "Dotted Notebook",
    usd: 12,
    eur: 11,
    text: "Two hundred pages, thread bound.",
  },
  { handle: "mug", title: "Stoneware Mug", usd: 18, eur: 17, text: "Holds 350 ml and keeps warm." },
  { handle: "lamp", title: "Desk Lamp", usd: 45, eur: 42, text: "Warm light on a steel arm." },
]

const Variants = z.array(
  z.object({
    id: z.string(),
    sku: z.string(),
    inventory_items: z.array(z.object({ inventory_item_id: z.string() })),
  })
)

/** Ids in the order of the catalog; of the default one: notebook (12 USD), mug (18 USD), lamp (45 USD). */
export interface Products {
  variantIds: string[]
  inventoryItemIds: string[]
}

/**
 * Creates products with stock.
 *
 * @param stock pieces of each variant in the warehouse
 * @param catalog what to create. @default three products with one variant each
 */
export async function seedProducts(
  container: MedusaContainer,
  { stockLocationId, shippingProfileId }: Shipping,
  salesChannelId: string,
  stock: number,
  catalog = basics
): Promise<Products> {
  const skus = catalog.flatMap(skusOf)
  const existing = await findProducts(container, skus)
  if (existing.variantIds.length === skus.length) return existing
  const input = catalog.map((product) => productInput(product, shippingProfileId, salesChannelId))
  await createProductsWorkflow(container).run({ input: { products: input } })
  const created = await findProducts(container, skus)
  const levels = created.inventoryItemIds.map((id) => ({
    inventory_item_id: id,
    location_id: stockLocationId,
    stocked_quantity: stock,
  }))
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels: levels } })
  return created
}

function productInput(product: CatalogProduct, shippingProfileId: string, salesChannelId: string) {
  const { handle, title, usd, eur, text, option = { title: "Model", values: ["Standard"] } } = product
  const prices = [
    { currency_code: "usd", amount: usd },
    { currency_code: "eur", amount: eur },
  ]
  const variants = option.values.map((value, index) => ({
    title: product.option ? value : title,
    sku: skusOf(product)[index],
    manage_inventory: true,
    variant_rank: index,
    options: { [option.title]: value },
    prices,
  }))
  return {
    handle,
    title,
    description: text,
    status: "published" as const,
    shipping_profile_id: shippingProfileId,
    sales_channels: [{ id: salesChannelId }],
    options: [option],
    variants,
  }
}

async function findProducts(container: MedusaContainer, skus: string[]): Promise<Products> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
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

function skusOf({ handle, option }: CatalogProduct): string[] {
  const sku = `DEMO-${handle.toUpperCase()}`
  return option ? option.values.map((value) => `${sku}-${value.toUpperCase()}`) : [sku]
}
