import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Demo } from "../environment"
import { createCheckout, type Shopper } from "../shopper/checkout"
import { createJsonApi } from "../shopper/json-api"
import { logIn } from "../shopper/log-in"
import { readyPayment } from "../shopper/purchase"
import { createSandboxControl } from "../shopper/sandbox-control"
import { customer } from "../store/accounts"

const rail = "evm:base-mainnet:USDC"
const Regions = z.object({ regions: z.array(z.object({ id: z.string(), currency_code: z.string() })) })

const people = [
  ["Grace", "Brook", "Portland"],
  ["Noor", "Haddad", "Seattle"],
  ["Mateo", "Silva", "Austin"],
  ["Ines", "Keller", "Boston"],
  ["Priya", "Nair", "Denver"],
  ["Tomas", "Novak", "Chicago"],
  ["Lena", "Vogel", "Miami"],
] as const

/** An order that waits for its payment. */
export interface PlacedOrder {
  orderId: string
  pagePath: string
  /** As the store API shows it. */
  payment: { deposit_address: string; memo: string | null }
  email: string
}

export interface Orders {
  /** Places an unpaid order of a guest, each time another one, or of the demo's customer. */
  place(options?: { country?: "us" | "de"; isCustomer?: boolean; pieces?: number }): Promise<PlacedOrder>
  invoiceOf(order: PlacedOrder): Promise<string>
}

/** A store that compiles the admin answers late, and by then has closed a connection that was kept alive. */
export const ownConnection = { connection: "close" }

export async function createOrders({ storeUrl, seed, sandbox: { origin } }: Demo): Promise<Orders> {
  const headers = { ...ownConnection, "x-publishable-api-key": seed.publishableKey }
  const guest = createJsonApi(storeUrl, headers)
  const { regions } = Regions.parse(await guest.get("/store/regions"))
  const europe = regions.find(({ currency_code: currency }) => currency === "eur")?.id
  let count = 0
  return {
    async place({ country = "us", isCustomer = false, pieces = 3 } = {}) {
      const [first_name, last_name, city] = people[count++ % people.length] ?? people[0]
      const email = isCustomer ? customer.email : `${first_name}.${last_name}@example.com`.toLowerCase()
      const shopper: Shopper = { first_name, last_name, email, country_code: country, city }
      const abroad = { ...shopper, city: "Berlin", ...(europe && { regionId: europe }) }
      const store = isCustomer ? await logIn(storeUrl, "customer", customer, headers) : guest
      const checkout = createCheckout(store, seed, country === "de" ? abroad : shopper)
      const cart = await checkout.openCart(seed.variantIds.slice(-pieces))
      const opened = await checkout.openPayment(cart.id, rail)
      const payment = await waitUntil("a deposit address", () => readyPayment(store, opened))
      return { orderId: await checkout.complete(cart.id), pagePath: opened.pagePath, payment, email }
    },
    invoiceOf: ({ payment }) =>
      createSandboxControl(origin).findInvoice(payment.deposit_address, payment.memo),
  }
}
