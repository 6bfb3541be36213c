import { writeFileSync } from "node:fs"
import {
  addShippingMethodToCartWorkflow,
  createCartWorkflow,
  createCustomerAccountWorkflow,
} from "@medusajs/medusa/core-flows"
import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { seedStore, type SeedResult } from "../../../demo/store/seed"
import { MERCHANT } from "./merchant"
import { ADDRESS, GUEST, PASSWORD } from "./shopper"

/** A store in which shoppers are about to pay: filling a cart is most of what an order costs a test. */
export type PreparedStore = {
  seed: SeedResult
  /** Ids of filled carts of guests. */
  carts: string[]
  accounts: PreparedAccount[]
}

/** A customer who can sign in, with filled carts. */
export type PreparedAccount = { customerId: string; email: string; carts: string[] }

const GUEST_CARTS = 6
const ACCOUNTS = ["one.payer@example.com", "another.payer@example.com"]
const CARTS_EACH = 3

/** `medusa exec` entry: prepares the store whose copies the suites run in, and writes its ids to a file. */
export default async function prepareStore({ container, args }: ExecArgs): Promise<void> {
  const [file] = args
  if (!file) throw new Error("usage: prepare-store <result file>")
  const seed = await seedStore(container, { admin: MERCHANT })
  const carts = await fillCarts(container, seed, GUEST_CARTS, { email: GUEST })
  const accounts: PreparedAccount[] = []
  for (const email of ACCOUNTS) {
    const customerId = await openAccount(container, email)
    const own = await fillCarts(container, seed, CARTS_EACH, { email, customer_id: customerId })
    accounts.push({ customerId, email, carts: own })
  }
  await forgetThisRun(container)
  writeFileSync(file, JSON.stringify({ seed, carts, accounts } satisfies PreparedStore))
}

async function fillCarts(
  container: MedusaContainer,
  seed: SeedResult,
  count: number,
  owner: { email: string; customer_id?: string }
): Promise<string[]> {
  const [variant_id = ""] = seed.variantIds
  const carts: string[] = []
  for (let n = 0; n < count; n++) {
    const { result: cart } = await createCartWorkflow(container).run({
      input: {
        ...{ ...owner, region_id: seed.regionId, sales_channel_id: seed.salesChannelId },
        ...{ shipping_address: ADDRESS, billing_address: ADDRESS, items: [{ variant_id, quantity: 1 }] },
      },
    })
    await addShippingMethodToCartWorkflow(container).run({
      input: { cart_id: cart.id, options: [{ id: seed.shippingOptionId }] },
    })
    carts.push(cart.id)
  }
  return carts
}

async function openAccount(container: MedusaContainer, email: string): Promise<string> {
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password: PASSWORD } })
  if (!authIdentity) throw new Error(`Could not create the login ${email}: ${error}`)
  const { result: customer } = await createCustomerAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      customerData: { email, first_name: "Ada", last_name: "Payer" },
    },
  })
  return customer.id
}

/** What this process noted about itself belongs to no story. */
async function forgetThisRun(container: MedusaContainer): Promise<void> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const tables = await db("pg_tables").where({ schemaname: "public" }).whereLike("tablename", "onchain%")
  await db.raw(`TRUNCATE ${tables.map(({ tablename }) => `"${tablename}"`).join(", ")} CASCADE`)
}
