import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SearchedIds } from "../../../modules/onchain/payment/payment-search"

/** Postgres has no larger `integer`. */
const LARGEST_NUMBER = 2_147_483_647
/** Characters from which the beginning of an email is searched for. */
const SHORTEST_EMAIL = 3
/** Customers whose email begins with the text; more are found by a longer one. */
const MOST_CUSTOMERS = 50
/** The newest orders of those customers: a shop may have thousands of one address. */
const MOST_ORDERS = 1_000
/** Sorts after every character that an email can have. */
const LAST_CHARACTER = "\uffff"

/** Finds payments by an order number, an order id, an email, or what our own rows are named by. @returns ids of payments */
export async function searchPayments(container: MedusaContainer, text: string): Promise<string[]> {
  const q = text.trim()
  if (q === "") return []
  const { paymentList } = container.resolve("onchain")
  return paymentList.find(q, await searchMedusa(container, q))
}

async function searchMedusa(container: MedusaContainer, q: string): Promise<SearchedIds> {
  const number = orderNumberOf(q)
  const customerIds = number === null ? await findCustomers(container, q) : []
  const [numbered, ofCustomers] = await Promise.all([
    number === null ? [] : findOrders(container, { display_id: number }),
    customerIds.length === 0 ? [] : findOrders(container, { customer_id: customerIds }),
  ])
  const orderIds = [...(q.startsWith("order_") ? [q] : []), ...numbered, ...ofCustomers]
  return { orderIds, customerIds, collectionIds: await findCollections(container, orderIds) }
}

/** @example orderNumberOf("#1042") // 1042 */
function orderNumberOf(q: string): number | null {
  const digits = /^#?(\d{1,10})$/.exec(q)?.[1]
  if (digits === undefined) return null
  const number = Number(digits)
  return number <= LARGEST_NUMBER ? number : null
}

/** Letters, digits and marks of the local part; nothing that only an id, a hash or an address has. */
function isLikeEmail(q: string): boolean {
  return q.length >= SHORTEST_EMAIL && q.length <= 254 && !/\s/u.test(q) && !/^0x/i.test(q)
}

const withId = z.array(z.object({ id: z.string() }))

/** Medusa makes a customer, with the email in lower case, for each guest too, and has an index on it. */
async function findCustomers(container: MedusaContainer, q: string): Promise<string[]> {
  if (!isLikeEmail(q)) return []
  const begin = q.toLowerCase()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "customer",
    fields: ["id"],
    filters: {
      $and: [
        { email: { $gte: begin } },
        { email: { $lt: `${begin}${LAST_CHARACTER}` } },
        { email: { $like: `${begin.replace(/[\\%_]/g, "\\$&")}%` } },
      ],
    },
    pagination: { take: MOST_CUSTOMERS, skip: 0, order: { email: "ASC" } },
  })
  return withId.parse(data).map(({ id }) => id)
}

/** The newest first. */
async function findOrders(
  container: MedusaContainer,
  filters: { display_id: number } | { customer_id: string[] }
): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id"],
    filters,
    pagination: { take: MOST_ORDERS, skip: 0, order: { created_at: "DESC" } },
  })
  return withId.parse(data).map(({ id }) => id)
}

const links = z.array(z.object({ payment_collection_id: z.string() }))

async function findCollections(container: MedusaContainer, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: [...orderIds] },
  })
  return links.parse(data).map(({ payment_collection_id }) => payment_collection_id)
}
