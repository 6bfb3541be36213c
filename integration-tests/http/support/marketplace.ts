import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PayoutQuestion } from "medusa-payment-onchain/workflows"
import { z } from "zod"
import { installed } from "./installed"
import type { Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** What the metadata of a product says of its seller: a name, and an address for each chain. */
export type Seller = { name: string; evm?: string; sol?: string }

/** Of the notebook (12 USD), the mug (18 USD) and the lamp (45 USD). */
export const SELLERS: readonly Seller[] = [
  {
    name: "Anna's Paper",
    evm: "0x52908400098527886E0F7030069857D2E4169EE7",
    sol: "So11111111111111111111111111111111111111112",
  },
  {
    name: "Bert's Mugs",
    evm: "0xde709f2102306220921060314715629080e2fb77",
    sol: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  },
  {
    name: "Cleo's Lamps",
    evm: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    sol: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  },
]

const products = z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() }))
const sellerOf = z.object({ seller: z.object({ name: z.string() }).catchall(z.string()) })

/** Receives the part of the shop's own goods in a cart with those of sellers. */
export const SHOP: Seller = {
  name: "Our shop",
  evm: "0x27b1fdb04752bbc536007a920d24acb045561c26",
  sol: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
}

/** As docs/developers/extending.md shows it. A cart with nothing for a seller leaves everything to the rule of the rail. */
async function chooseBySeller(question: PayoutQuestion, { container }: { container: MedusaContainer }) {
  const { rail } = question
  const { readPayoutItems, sharesOf } = await installed("index")
  const { items } = await readPayoutItems(container, question)
  const id = items.flatMap(({ product_id }) => product_id ?? [])
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product", fields: ["id", "metadata"], filters: { id } })
  const found = products.parse(data)
  type Part = { seller: Record<string, string> & { name: string }; total: string }
  const sellers = new Map<string, Part>()
  for (const item of items) {
    if (MathBN.lte(item.total, 0)) continue
    const metadata = sellerOf.safeParse(found.find((product) => product.id === item.product_id)?.metadata)
    const seller: Part["seller"] = metadata.success ? metadata.data.seller : { ...SHOP }
    const total = MathBN.add(sellers.get(seller.name)?.total ?? 0, item.total).toFixed()
    sellers.set(seller.name, { seller, total })
  }
  const parts = [...sellers.values()]
  if (parts.every(({ seller }) => seller.name === SHOP.name)) return new StepResponse(null)
  const shares = sharesOf(parts.map(({ total }) => total))
  const recipients = parts.map(({ seller: { name, [rail.chain]: address } }, index) => {
    if (!address) throw new Error(`${name} has no address on ${rail.chain}`)
    return { label: name, address, share_bps: shares[index] }
  })
  return new StepResponse({ recipients })
}

/** Medusa takes one handler for each hook; it keeps no state, so that every suite of a process can use it. */
export async function openMarketplace(): Promise<void> {
  const { choosePayoutWorkflow } = await installed("index")
  try {
    choosePayoutWorkflow.hooks.choosePayout(chooseBySeller)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("multiple hook handlers"))) throw error
  }
}

/** Writes the sellers into the metadata of the seeded products, in their order; null for a product of the shop. */
export async function giveSellers(
  { container, db, seed }: StoreUnderTest,
  sellers: readonly (Seller | null)[] = SELLERS
): Promise<void> {
  const catalog = container.resolve(Modules.PRODUCT)
  for (const [index, seller] of sellers.entries()) {
    const variant = await db("product_variant").where({ id: seed.variantIds[index] }).first("product_id")
    await catalog.updateProducts(String(variant.product_id), { metadata: { seller } })
  }
}

/** Exchanges a product of a cart for another one at the same price, which Medusa's sessions outlive. */
export async function swapItem(
  { db, seed }: StoreUnderTest,
  cartId: string,
  [from, to]: readonly [number, number]
): Promise<void> {
  const variant = await db("product_variant").where({ id: seed.variantIds[to] }).first("id", "product_id")
  const swapped = await db("cart_line_item")
    .where({ cart_id: cartId, variant_id: seed.variantIds[from], deleted_at: null })
    .update({ variant_id: variant.id, product_id: variant.product_id })
  if (swapped !== 1) throw new Error(`cart ${cartId} has no item to exchange`)
}

/** A cart with one product of each seller, ready to be paid. */
export async function fillMarketCart(shopper: Shopper, { seed }: StoreUnderTest): Promise<string> {
  const cartId = await shopper.fillCart()
  for (const variant_id of seed.variantIds.slice(1))
    await shopper.post(`/store/carts/${cartId}/line-items`, { variant_id, quantity: 1 })
  return cartId
}
