import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { refuseApplication } from "../../domain/payment/payment-resolution"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { recordOrderTransactions } from "./capture-order-payment"
import { withOrderLock, withPaymentLock } from "./cart-and-order-locks"
import type { CollectedPayment, OrderRecord } from "./order-record"
import { loadOrder } from "./order-record"
import { loadApplicationTarget } from "./queries/application-candidates"
import { applicationRefusalInWords } from "./words"

/** Executed and reported, or taken back for a reason that the operator reads. */
export type ResolutionEnd = { isDone: true } | { isDone: false; reason: string }

/**
 * Executes what was chosen for a payment, and reports it. Each part can be repeated, so the next attempt finishes
 * what is cut off.
 */
export function executeResolution(container: MedusaContainer, paymentId: string): Promise<ResolutionEnd> {
  return withPaymentLock(container, paymentId, () => execute(container, paymentId))
}

async function execute(container: MedusaContainer, paymentId: string): Promise<ResolutionEnd> {
  const { payments } = container.resolve("onchain")
  const payment = await payments.find({ id: paymentId })
  if (!payment?.resolution) return { isDone: false, reason: payment?.last_error ?? "It was taken back." }
  if (payment.resolution_done_at) return { isDone: true }
  if (payment.resolution === "apply" && payment.state === "unallocated") {
    const reason = await applyToOrder(container, payment)
    if (reason !== null) return { isDone: false, reason }
  }
  await finish(container, payment)
  return { isDone: true }
}

async function finish(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { refunds, resolutions, paymentChecks } = container.resolve("onchain")
  if (payment.resolution === "refund_due") {
    // Records the refund and moves nothing.
    const isKnown = payment.unallocated_reason !== "asset_mismatch"
    await refunds.oweUnallocated(payment, isKnown ? payment.resolved_token_amount : null)
  }
  await refunds.oweSurplus(payment)
  await paymentChecks.plan(payment.attempt_id)
  await resolutions.finish(payment.id)
}

/**
 * Records that held money is to be refunded, because its order is paid. The caller holds the payment's lock. If the process dies
 * before this, the money stays in review; after it, the job finishes the refund.
 */
export async function oweBack(container: MedusaContainer, { id }: PaymentRow): Promise<void> {
  const payment = await container.resolve("onchain").resolutions.oweBack(id)
  if (payment) await finish(container, payment)
}

/** A cancellation that began before the capture has ended by then. */
const CANCELLATION_GRACE_MS = 60_000

/**
 * Pays an order with applied money, exactly once.
 *
 * Medusa gets a payment session of our provider for it, which authorizes as captured and whose refunds come
 * back to us. Everything happens under the order's lock, and each round starts from what is there: the
 * capture of a process that died is found by the payment it names, and only booked.
 *
 * @returns null when it is done; else why the order can no longer be paid with it, in the operator's words
 */
async function applyToOrder(container: MedusaContainer, payment: PaymentRow): Promise<string | null> {
  const seen = await loadOrder(container, payment.applied_order_id ?? "")
  if (!seen) return release(container, payment, "The order is gone.")
  const { exclusiveWork } = container.resolve("onchain")
  const underLocks = (job: () => Promise<string | null>) =>
    withOrderLock(container, seen, () => exclusiveWork.run(seen.id, job))
  return underLocks(async () => {
    const order = await loadOrder(container, seen.id)
    if (!order) return release(container, payment, "The order is gone.")
    const captured = findCapture(order, payment) ?? (await capture(container, payment, order))
    if ("reason" in captured) return release(container, payment, captured.reason)
    await recordOrderTransactions(container, { orderId: order.id, sessionId: captured.payment_session_id })
    const onchain = container.resolve("onchain")
    const checkAt = new Date(onchain.clock() + CANCELLATION_GRACE_MS)
    await onchain.resolutions.finishApplication(payment, checkAt)
    return null
  })
}

/** The payment of Medusa that carries this money, when it was captured before. */
function findCapture(order: OrderRecord, payment: PaymentRow): CollectedPayment | undefined {
  return order.payment_collections
    .filter(({ id }) => id === payment.applied_collection_id)
    .flatMap(({ payments }) => payments)
    .find(({ data, captures }) => data?.payment_id === payment.id && captures.length > 0)
}

async function capture(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<{ payment_session_id: string } | { reason: string }> {
  const target = await loadApplicationTarget(container, payment, order)
  const refusal = refuseApplication({ ...payment, value: payment.applied_amount }, target, null)
  if (refusal) {
    const fiat = await container.resolve("onchain").currencies.shown([order.currency_code])
    return { reason: applicationRefusalInWords(refusal, { fiat, allowed: [] }) }
  }
  const sessionId = await ensureApplicationSession(container, payment, order)
  await container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {})
  return { payment_session_id: sessionId }
}

async function release(container: MedusaContainer, payment: PaymentRow, reason: string): Promise<string> {
  await container.resolve("onchain").resolutions.releaseApplication(payment, reason)
  return reason
}

const OPEN = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/**
 * Makes sure that a session of Medusa carries applied money. The key in its data was stored before and is
 * secret: a session that a client creates cannot have it.
 *
 * @returns the session's id, alive and not authorized
 */
async function ensureApplicationSession(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<string> {
  const { resolutions } = container.resolve("onchain")
  const earlier = payment.applied_collection_id
  const isPayable = earlier !== null && openCollectionsOf(order).some(({ id }) => id === earlier)
  // The caller found no capture in it, and there will be none once its session is forgotten.
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

/** An order that owes something has a payment collection, or gets one as from core's own edit of orders. */
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
