import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { type PageLinkPurpose, pagePath } from "../../domain/payment/payment-page"
import type { OnchainPageLink } from "../../types/http"

/** An order and a payment are opened by their customer's login, a cart also by its id. */
export type PageSubject = { cart_id: string } | { order_id: string } | { session_id: string }

/**
 * `asker`: a caller of the store API with the customer of its request, if any, or the store itself, which
 * mails the link to the address of the order.
 */
type PageLinkRequest = {
  subject: PageSubject
  purpose: PageLinkPurpose
  asker: { kind: "customer"; customer_id: string | null } | { kind: "store" }
}

const sessions = z.array(z.object({ id: z.string() }))
const collection = z.object({ id: z.string(), payment_sessions: sessions })
const withOne = z.object({ payment_collection: collection.nullish() })
const withSeveral = z.object({ payment_collections: z.array(collection).nullish() })
const withCollection = z.object({ id: z.string(), payment_collection_id: z.string() })
type Collection = z.infer<typeof collection>

/**
 * Makes a link to the payment page of a cart, an order or a payment.
 *
 * An order id and the id of a completed cart are widely known, and give no link without the login of the
 * customer. The id of an open cart is the guest's own secret, and gives one until the order is placed.
 *
 * @throws MedusaError `not_found`, in the same words whatever is missing
 */
export async function createPageLink(
  container: MedusaContainer,
  { subject, purpose, asker }: PageLinkRequest
): Promise<OnchainPageLink> {
  const onchain = container.resolve("onchain")
  const payment = await findPayment(container, await findCollections(container, subject))
  const collectionId = payment?.collection_id
  const owner = collectionId ? await findPageOwner(container, collectionId) : undefined
  if (!payment || !collectionId || !owner) throw nothingThere()
  if (asker.kind === "customer" && !(await mayHaveLink(container, { subject, owner, asker })))
    throw nothingThere()
  await onchain.pageLinks.revokeOthers(collectionId, owner.customer_id)
  const { token, expires_at } = await onchain.pageLinks.create({
    purpose,
    collectionId,
    customerId: owner.customer_id,
  })
  return {
    token,
    page_path: pagePath(token),
    expires_at: expires_at.toISOString(),
  }
}

async function mayHaveLink(
  container: MedusaContainer,
  asked: { subject: PageSubject; owner: PageOwner; asker: { customer_id: string | null } }
): Promise<boolean> {
  const { subject, owner, asker } = asked
  if (asker.customer_id !== null && asker.customer_id === owner.customer_id) return true
  if (!("cart_id" in subject) || owner.isOrderPlaced) return false
  return !(await hasAccount(container, owner.customer_id))
}

async function findCollections(container: MedusaContainer, subject: PageSubject): Promise<Collection[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if ("cart_id" in subject) {
    const fields = ["id", "payment_collection.id", "payment_collection.payment_sessions.id"]
    const { data } = await query.graph({ entity: "cart", fields, filters: { id: subject.cart_id } })
    return z
      .array(withOne)
      .parse(data)
      .flatMap(({ payment_collection }) => payment_collection ?? [])
  }
  if ("order_id" in subject) {
    const fields = ["id", "payment_collections.id", "payment_collections.payment_sessions.id"]
    const { data } = await query.graph({ entity: "order", fields, filters: { id: subject.order_id } })
    return z
      .array(withSeveral)
      .parse(data)
      .flatMap(({ payment_collections }) => payment_collections ?? [])
  }
  const fields = ["id", "payment_collection_id"]
  const filters = { id: subject.session_id }
  const { data } = await query.graph({ entity: "payment_session", fields, filters })
  return z
    .array(withCollection)
    .parse(data)
    .map(({ id, payment_collection_id }) => ({ id: payment_collection_id, payment_sessions: [{ id }] }))
}

/** Connects a payment whose collection could not be read when it was opened. */
async function findPayment(container: MedusaContainer, collections: readonly Collection[]) {
  const { payments } = container.resolve("onchain")
  for (const { id, payment_sessions } of collections)
    await payments.connect(
      id,
      payment_sessions.map((session) => session.id)
    )
  return payments.findShown(collections.map(({ id }) => id))
}

function nothingThere(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, "There is no payment page for this.")
}

const moment = z.union([z.string(), z.date()]).nullable()
const owned = { id: z.string(), customer_id: z.string().nullable() }
const orderOf = z.object({
  order: z.object({ ...owned, status: z.string(), canceled_at: moment }).nullish(),
})
const cartOf = z.object({ cart: z.object({ ...owned, completed_at: moment }).nullish() })

/** Whose payments a collection holds, and whether anything is still to be paid there. */
export type PageOwner = {
  /** Of the order, or of the cart before it; also a guest, whom Medusa keeps as a customer. */
  customer_id: string | null
  orderId: string | null
  isOrderPlaced: boolean
  isOrderCancelled: boolean
}

/**
 * Finds whose page a payment collection has, by its order or its cart.
 *
 * @returns undefined when the collection's order and cart are gone
 */
export async function findPageOwner(
  container: MedusaContainer,
  collectionId: string
): Promise<PageOwner | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collectionId }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.customer_id", "order.status", "order.canceled_at"],
      filters,
    }),
    query.graph({
      entity: "cart_payment_collection",
      fields: ["cart.id", "cart.customer_id", "cart.completed_at"],
      filters,
    }),
  ])
  const order = z.array(orderOf).parse(orders.data)[0]?.order
  const cart = z.array(cartOf).parse(carts.data)[0]?.cart
  const owner = order ?? cart
  if (!owner) return undefined
  return {
    customer_id: owner.customer_id,
    orderId: order?.id ?? null,
    isOrderPlaced: Boolean(order) || Boolean(cart?.completed_at),
    isOrderCancelled: Boolean(order && (order.status === "canceled" || order.canceled_at !== null)),
  }
}

/** Only the login of an account opens its payments. */
async function hasAccount(container: MedusaContainer, customerId: string | null): Promise<boolean> {
  if (customerId === null) return false
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "customer",
    fields: ["id", "has_account"],
    filters: { id: customerId },
  })
  return data[0]?.has_account === true
}
