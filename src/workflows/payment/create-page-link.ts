import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { type PageLinkPurpose, pagePath } from "../../domain/payment/payment-page"
import type { SessionIds } from "../../modules/onchain/payment/medusa-payments"
import type { OnchainPageLink } from "../../types/http"
import { findOrderAndCart, inCollection, readRows, withId } from "./order-record"

/** An order and a payment are opened by their customer's login, a cart also by its id. */
export type PageSubject = { cart_id: string } | { order_id: string } | { session_id: string }

/**
 * `asker`: a caller of the store API with the customer of its request, or the store, which mails the link to the address of the
 * order.
 */
type PageLinkRequest = {
  subject: PageSubject
  purpose: PageLinkPurpose
  asker: { kind: "customer"; customer_id: string | null } | { kind: "store" }
}

const collection = withId.extend({ payment_sessions: z.array(withId) })
const order = withId.extend({ payment_collections: z.array(collection).nullish() })
const session = inCollection.extend({ id: z.string() })

/**
 * Makes a link to the payment page of a cart, an order or a payment. An order id and the id of a completed cart are widely known,
 * and give no link without the login of the customer. The id of an open cart is the guest's own secret.
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
  if (asker.kind === "customer" && !mayHaveLink({ subject, owner, asker })) throw nothingThere()
  await onchain.pageLinks.revokeOthers(collectionId, owner.customer_id)
  const { token, expires_at } = await onchain.pageLinks.create({
    purpose,
    collectionId,
    customerId: owner.customer_id,
  })
  return { token, page_path: pagePath(token), expires_at: expires_at.toISOString() }
}

function mayHaveLink(asked: {
  subject: PageSubject
  owner: PageOwner
  asker: { customer_id: string | null }
}): boolean {
  const { subject, owner, asker } = asked
  if (asker.customer_id !== null && asker.customer_id === owner.customer_id) return true
  // Only the login of an account opens its payments.
  return "cart_id" in subject && !owner.isOrderPlaced && !owner.hasAccount
}

async function findCollections(container: MedusaContainer, subject: PageSubject): Promise<SessionIds[]> {
  if ("cart_id" in subject) return container.resolve("onchain").collectionAmounts.ofCart(subject.cart_id)
  if ("order_id" in subject) {
    const rows = await readRows(container, "order", order, { id: subject.order_id })
    return rows.flatMap(({ payment_collections }) => payment_collections ?? [])
  }
  const rows = await readRows(container, "payment_session", session, { id: subject.session_id })
  return rows.map(({ id, payment_collection_id }) => ({
    id: payment_collection_id,
    payment_sessions: [{ id }],
  }))
}

/** Connects a payment whose collection could not be read when it was opened. */
async function findPayment(container: MedusaContainer, collections: readonly SessionIds[]) {
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

/** Whose payments a collection holds, and whether anything is still to be paid there. */
export type PageOwner = {
  /** Of the order, or of the cart before it; also a guest, whom Medusa keeps as a customer. */
  customer_id: string | null
  orderId: string | null
  isOrderPlaced: boolean
  isOrderCancelled: boolean
  /** The customer of a cart can log in. */
  hasAccount: boolean
}

/** Finds whose page a payment collection has, by its order or its cart; undefined when both are gone. */
export async function findPageOwner(
  container: MedusaContainer,
  collectionId: string
): Promise<PageOwner | undefined> {
  const { order, cart } = await findOrderAndCart(container, collectionId)
  const owner = order ?? cart
  return owner
    ? {
        customer_id: owner.customerId,
        orderId: order?.id ?? null,
        isOrderPlaced: order !== null || cart?.isCompleted === true,
        isOrderCancelled: order?.isCancelled ?? false,
        hasAccount: cart?.hasAccount ?? false,
      }
    : undefined
}
