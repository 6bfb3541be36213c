import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { isOwnProvider } from "../../../modules/onchain/own-provider"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadOrder, type OrderRecord } from "../../order/steps/order-record"

const OPEN = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/**
 * Makes sure that there is a session of Medusa that carries applied money.
 *
 * The key in its data was stored before and is known to nobody else: a session that a client creates cannot have it.
 *
 * @returns the session's id, alive and not authorized
 */
export async function ensureApplicationSession(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<string> {
  const { resolutions } = container.resolve("onchain")
  const earlier = payment.applied_collection_id
  const isPayable = earlier !== null && openCollectionsOf(order).some(({ id }) => id === earlier)
  // The caller has looked for a capture in it: there is none, and there will be none once its session is forgotten.
  if (earlier !== null && !isPayable) await resolutions.forgetCollection(payment.id, earlier)
  const collectionId = isPayable ? earlier : await chooseCollection(container, order)
  const chosen = await resolutions.chooseCollection(payment.id, collectionId)
  if (!chosen?.applied_amount) throw new Error(`payment ${payment.id} is not being applied any more`)
  if (chosen.applied_session_id) {
    if (await isThere(container, chosen.applied_session_id)) return chosen.applied_session_id
    await resolutions.forgetSession(chosen.id, chosen.applied_session_id)
  }
  return createSession(container, chosen.id, order)
}

async function createSession(
  container: MedusaContainer,
  paymentId: string,
  order: OrderRecord
): Promise<string> {
  const { payments, resolutions } = container.resolve("onchain")
  const row = await payments.find({ id: paymentId })
  if (!row?.applied_amount || !row.applied_collection_id || !row.application_key)
    throw new Error(`payment ${paymentId} is not being applied any more`)
  const session = await container.resolve(Modules.PAYMENT).createPaymentSession(row.applied_collection_id, {
    provider_id: await findProvider(container),
    currency_code: order.currency_code,
    amount: row.applied_amount,
    data: { application: row.application_key },
  })
  if ((await resolutions.findBySession(session.id))?.id === row.id) return session.id
  throw new Error(`session ${session.id} was not bound to payment ${row.id}`)
}

/** An order that is owed something has a payment collection for it, or gets one as from core's own edit of orders. */
async function chooseCollection(container: MedusaContainer, order: OrderRecord): Promise<string> {
  const [open] = openCollectionsOf(order)
  if (open) return open.id
  await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id: order.id } })
  const now = await loadOrder(container, order.id)
  const [created] = now ? openCollectionsOf(now) : []
  if (created) return created.id
  throw new Error(`order ${order.id} has no payment collection to be paid into`)
}

function openCollectionsOf({ payment_collections }: OrderRecord): OrderRecord["payment_collections"] {
  return payment_collections.filter(({ status }) => OPEN.includes(status))
}

async function isThere(container: MedusaContainer, sessionId: string): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "payment_session", fields: ["id"], filters: { id: sessionId } })
  return data.length > 0
}

/** Our provider under the id that the shop has given it. */
async function findProvider(container: MedusaContainer): Promise<string> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const id = providers.map((provider) => provider.id).find(isOwnProvider)
  if (id) return id
  throw new Error("the payment provider of this plugin is not configured")
}
