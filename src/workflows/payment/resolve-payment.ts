import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import {
  refuseApplication,
  type ResolutionChoice,
  type ResolutionDecision,
  standingOf,
} from "../../domain/payment/resolution"
import { isCapturedForOrder } from "../../domain/payment/settlement"
import { GatewayError } from "../../gateway/client/errors"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { OnchainReviewResponse } from "../../types/http"
import { payoutError } from "../payout/payout-access"
import { loadActorNames } from "../person-names"
import { inEnglish, say } from "../../words/say"
import { namedCode, refused } from "../refusal-code"
import { CANCELLATION_GRACE_MS, recordOrderTransactions, withOrderBooks, withPaymentLock } from "./capture"
import {
  type CollectedPayment,
  loadOrder,
  loadSessionFacts,
  mustLoadOrder,
  notAllowed,
  type OrderRecord,
  readRows,
  withId,
} from "./order-record"
import {
  decisionInWords,
  findApplier,
  loadAllowedNames,
  loadApplicationTarget,
  mustFindUnallocated,
} from "./queries/view-unallocated-payments"
import { loadPaymentNames } from "./queries/payment-names"
import { contradictionToView } from "./queries/payment-to-view"
import { applicationRefusalInWords, resolutionRefusalInWords } from "./words"

/** Executed and reported, or taken back for a reason that the operator reads. */
type ResolutionEnd = { isDone: true } | { isDone: false; reason: string }

/** Executes what was chosen for a payment, and reports it. Each part can be repeated, so the next run finishes what is cut off. */
export function executeResolution(container: MedusaContainer, paymentId: string): Promise<ResolutionEnd> {
  return withPaymentLock(container, paymentId, async () => {
    const payment = await container.resolve("onchain").payments.find({ id: paymentId })
    if (!payment?.resolution) return { isDone: false, reason: payment?.last_error ?? "It was taken back." }
    if (payment.resolution_done_at) return { isDone: true }
    if (payment.resolution === "apply" && payment.state === "unallocated") {
      const reason = await applyToOrder(container, payment)
      if (reason !== null) return { isDone: false, reason }
    }
    await finish(container, payment)
    return { isDone: true }
  })
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
 * Records that held money is to be refunded, because its order is paid, under the lock of the payment. The job finishes what is
 * cut off.
 */
export async function oweBack(container: MedusaContainer, { id }: PaymentRow): Promise<void> {
  const { payments, resolutions } = container.resolve("onchain")
  const decision = await resolutions.decide(id, { actorId: null, resolution: "refund_due" })
  // Otherwise an operator was faster.
  const payment = decision.kind === "record" ? await payments.find({ id }) : undefined
  if (payment) await finish(container, payment)
}

/**
 * Pays an order with applied money, exactly once, under the order's lock. Medusa gets a payment session of our provider for it,
 * which authorizes as captured and whose refunds come back to us. The capture of a process that died is found by the payment it
 * names, and only booked.
 *
 * @returns null when it is done; else why the order can no longer be paid with it, in the operator's words
 */
async function applyToOrder(container: MedusaContainer, payment: PaymentRow): Promise<string | null> {
  const seen = await loadOrder(container, payment.applied_order_id ?? "")
  if (!seen) return release(container, payment, "The order is gone.")
  return withOrderBooks(container, seen, async () => {
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
    return { reason: inEnglish(applicationRefusalInWords(refusal, { fiat, allowed: [] })) }
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
 * Makes sure that a session of Medusa carries applied money. The key in its data was stored before and is secret: a session that
 * a client creates cannot have it.
 */
async function ensureApplicationSession(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<string> {
  const { payments, resolutions } = container.resolve("onchain")
  const earlier = payment.applied_collection_id
  const isPayable = earlier !== null && openCollectionsOf(order).some(({ id }) => id === earlier)
  // The caller found no capture in it, and there will be none once its session is forgotten.
  if (earlier !== null && !isPayable) await resolutions.forget(payment.id, "applied_collection_id", earlier)
  const collectionId = isPayable ? earlier : await chooseCollection(container, order)
  const chosen = await resolutions.chooseCollection(payment.id, collectionId)
  if (!chosen?.applied_amount) throw new Error(`payment ${payment.id} is not being applied any more`)
  if (chosen.applied_session_id) {
    const [session] = await readRows(container, "payment_session", withId, { id: chosen.applied_session_id })
    if (session) return session.id
    await resolutions.forget(chosen.id, "applied_session_id", chosen.applied_session_id)
  }
  const row = await payments.find({ id: payment.id })
  if (!row?.applied_amount || !row.applied_collection_id || !row.application_key)
    throw new Error(`payment ${payment.id} is not being applied any more`)
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

/** Our provider under the id that the shop has given it. */
async function findProvider(container: MedusaContainer): Promise<string> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const id = providers.map((provider) => provider.id).find(isOwnProvider)
  if (id) return id
  throw new Error("the payment provider of this plugin is not configured")
}

/** An operator's decision. `actor_type`: as Medusa authenticated the actor, "user" by default. `note`: why the money is kept. */
export type ResolvePaymentInput = { payment_id: string; actor_id: string; actor_type?: string } & (
  | { resolution: "apply"; order_id: string }
  | { resolution: "refund_due" }
  | { resolution: "keep"; note: string }
)

/**
 * Settled money without an order pays one, is owed back, or is kept. Moves no funds. Records the first of several choices, and
 * executes it.
 *
 * @returns `is_pending` when a second user has to choose the same order
 * @throws MedusaError `not_found`; `not_allowed` with the reason, also when the choice has become impossible meanwhile;
 * `forbidden` for the order of another customer; `conflict` with who was faster
 */
export async function resolveUnallocatedPayment(
  container: MedusaContainer,
  input: ResolvePaymentInput
): Promise<{ payment_id: string; is_pending: boolean }> {
  const { payment_id } = input
  const decision = await decide(container, input)
  if (decision.kind === "refused") throw await refusalError(container, payment_id, decision)
  if (decision.kind === "propose") return { payment_id, is_pending: true }
  const end = await executeResolution(container, payment_id)
  if (!end.isDone) throw notAllowed(end.reason)
  return { payment_id, is_pending: false }
}

async function decide(container: MedusaContainer, input: ResolvePaymentInput): Promise<ResolutionDecision> {
  const { actor_id: actorId, resolution } = input
  const { paymentChecks, resolutions } = container.resolve("onchain")
  const seen = await mustFindUnallocated(container, input.payment_id)
  const asked = resolution === "apply" ? { resolution, orderId: input.order_id } : { resolution }
  const standing = standingOf(seen, { actorId, ...asked })
  if (standing.kind !== "open") return standing
  // Its next check records that. Until then it looks like money without an order, and would be spent twice.
  if (isCapturedForOrder(await loadSessionFacts(container, seen))) {
    await paymentChecks.bringForward(seen.id)
    return { kind: "refused", refusal: { code: "order_busy" } }
  }
  if (resolution === "keep") return resolutions.decide(seen.id, { actorId, resolution, note: input.note })
  const payment = await readAgain(container, seen)
  if (resolution === "refund_due") return resolutions.decide(seen.id, { actorId, resolution })
  return resolutions.decide(seen.id, await loadApplication(container, payment, input))
}

/** Reads what the decision to apply money needs from outside. */
async function loadApplication(
  container: MedusaContainer,
  payment: PaymentRow,
  input: Extract<ResolvePaymentInput, { resolution: "apply" }>
): Promise<ResolutionChoice> {
  const { actor_id: actorId, resolution } = input
  const order = await mustLoadOrder(container, input.order_id)
  const target = await loadApplicationTarget(container, payment, order)
  const currencyDecimals = await container.resolve("onchain").currencies.decimalsOf(payment.currency_code)
  const applier = await findApplier(container, { id: actorId, type: input.actor_type ?? "user" })
  return { actorId, resolution, orderId: order.id, target, applier, currencyDecimals }
}

/** More money may have arrived since it was held. */
async function readAgain(container: MedusaContainer, seen: PaymentRow): Promise<PaymentRow> {
  if (!seen.gateway_invoice_id) return seen
  try {
    return (await container.resolve("onchain").refreshPayment(seen)).payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const what = error.isRetryable ? "payment.arrival.no_answer" : "payment.arrival.refused"
    throw refused(MedusaError.Types.NOT_ALLOWED, say(what, { code: namedCode(error) }))
  }
}

async function refusalError(
  container: MedusaContainer,
  paymentId: string,
  { refusal }: Extract<ResolutionDecision, { kind: "refused" }>
): Promise<MedusaError> {
  const row = await mustFindUnallocated(container, paymentId)
  const names = await loadPaymentNames(container, [row])
  const words = resolutionRefusalInWords(refusal, {
    decided: decisionInWords(row, names),
    allowed: await loadAllowedNames(container),
    fiat: names.fiat,
  })
  if (refusal.code === "other_customer" || refusal.code === "not_approved")
    return payoutError(refusal.why.code, words)
  const isConflict = refusal.code === "decided" || refusal.code === "not_waiting"
  return refused(isConflict ? MedusaError.Types.CONFLICT : MedusaError.Types.NOT_ALLOWED, words)
}

/** Records that an operator reviewed a payment which the service no longer calls paid. Moves no funds and undoes no capture. */
export async function reviewContradiction(
  container: MedusaContainer,
  { payment_id: id, actor_id }: { payment_id: string; actor_id: string }
): Promise<OnchainReviewResponse["payment"]> {
  const reviewed = await container.resolve("onchain").payments.reviewContradiction(id, actor_id)
  if (!reviewed) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`)
  const { payment, decision } = reviewed
  if (decision === "nothing_to_review")
    throw notAllowed(`The provider stands by payment ${id}. There is nothing to review.`)
  const actorName = await loadActorNames(container, [payment.contradiction_ended_by])
  return { id, contradiction: contradictionToView(payment, { actorName }) }
}
