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

/** As docs/developers/extending.md shows it. Products without a seller leave everything to the rule of the rail. */
async function chooseBySeller(question: PayoutQuestion, { container }: { container: MedusaContainer }) {
  const { rail } = question
  const { readPayoutItems, sharesOf } = await installed("index")
  const { items } = await readPayoutItems(container, question)
  const id = items.flatMap(({ product_id }) => product_id ?? [])
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product", fields: ["id", "metadata"], filters: { id } })
  const found = products.parse(data)
  const sellers = new Map<string, { label: string; address: string; total: string }>()
  for (const item of items) {
    const metadata = sellerOf.safeParse(found.find((product) => product.id === item.product_id)?.metadata)
    if (!metadata.success) return new StepResponse(null)
    const { name, [rail.chain]: address } = metadata.data.seller
    if (!address) throw new Error(`${name} has no address on ${rail.chain}`)
    const total = MathBN.add(sellers.get(name)?.total ?? 0, item.total).toFixed()
    sellers.set(name, { label: name, address, total })
  }
  const shares = sharesOf([...sellers.values()].map(({ total }) => total))
  const recipients = [...sellers.values()].map(({ label, address }, index) => ({
    ...{ label, address, share_bps: shares[index] },
  }))
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

/** Writes the sellers into the metadata of the seeded products, in their order. */
export async function giveSellers(
  { container, db, seed }: StoreUnderTest,
  sellers: readonly Seller[] = SELLERS
): Promise<void> {
  const catalog = container.resolve(Modules.PRODUCT)
  for (const [index, seller] of sellers.entries()) {
    const variant = await db("product_variant").where({ id: seed.variantIds[index] }).first("product_id")
    await catalog.updateProducts(String(variant.product_id), { metadata: { seller } })
  }
}

/** A cart with one product of each seller, ready to be paid. */
export async function fillMarketCart(shopper: Shopper, { seed }: StoreUnderTest): Promise<string> {
  const cartId = await shopper.fillCart()
  for (const variant_id of seed.variantIds.slice(1))
    await shopper.post(`/store/carts/${cartId}/line-items`, { variant_id, quantity: 1 })
  return cartId
}
