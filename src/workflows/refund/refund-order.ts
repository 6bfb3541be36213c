import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { OrderRefundRow } from "../../modules/onchain/refund/refund-ledger"
import { loadOrder, type OrderRecord } from "../payment/order-record"
import { payoutError, type RequestActor } from "../payout/payout-access"
import { chooseRefund, holdRefund, requireRefundable } from "./hold-refund"

type RefundOrderInput = {
  order_id: string
  /** Made once by the form. */
  request_id: string
  /** Major units, as decimal text. */
  amount: string
  /** Medusa's payment, or ours. */
  payment_id?: string | undefined
  note?: string | undefined
  actor: RequestActor
}

/**
 * Refunds an order in Medusa, whose books agree then; our provider records the refund as due. The request is
 * stored first, and Medusa's refund names it: the same request is the same refund, whatever fails in between.
 *
 * @throws MedusaError `not_found`; `invalid_data` with the field; `conflict` for another request of this id
 */
export async function refundOrder(container: MedusaContainer, input: RefundOrderInput) {
  const order = await mustLoadOrder(container, input.order_id)
  const { requests } = container.resolve("onchain").payouts.refunds
  const known = await requests.find({ requested_by: input.actor.id, request_id: input.request_id })
  const paymentId = known?.medusa_payment_id ?? (await choose(container, order, input)).paymentId
  const refund_id = await holdRefund(
    container,
    known?.order_id ?? order.id,
    () => refundOnce(container, input, paymentId),
    ({ metadata }) => known !== undefined && metadata?.[REQUEST] === known.id
  )
  return { refund_id }
}

async function refundOnce(
  container: MedusaContainer,
  input: RefundOrderInput,
  paymentId: string
): Promise<string> {
  const { requests } = container.resolve("onchain").payouts.refunds
  const { request_id, order_id, amount, note = null, actor } = input
  const asked = { request_id, requested_by: actor.id, order_id, amount, note, medusa_payment_id: paymentId }
  const known = await requests.find(asked)
  if (known) assertSame(known, asked)
  const made = known && (known.refund_id ?? (await findMade(container, known)))
  if (made) {
    if (known.refund_id === null) await requests.done(known.id, made)
    return made
  }
  const order = await mustLoadOrder(container, order_id)
  const chosen = await choose(container, order, { amount, payment_id: paymentId })
  await requireRefundable(container, order, chosen)
  const request = known ?? (await requests.open(asked))
  const refundId = await makeRefund(container, request, chosen.amount)
  await requests.done(request.id, refundId)
  return refundId
}

function assertSame(
  known: OrderRefundRow,
  asked: Pick<OrderRefundRow, "order_id" | "amount" | "note" | "medusa_payment_id">
): void {
  const parts = ["order_id", "amount", "note", "medusa_payment_id"] as const
  if (parts.every((part) => known[part] === asked[part])) return
  throw payoutError(
    "request_reused",
    "request_id: this id was used for another refund. Close the form and open it again."
  )
}

async function mustLoadOrder(container: MedusaContainer, id: string): Promise<OrderRecord> {
  const order = await loadOrder(container, id)
  if (order) return order
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${id}.`)
}

/** Chooses Medusa's payment, and what of it is refunded. */
async function choose(
  container: MedusaContainer,
  order: OrderRecord,
  { amount, payment_id }: Pick<RefundOrderInput, "amount" | "payment_id">
): Promise<{ paymentId: string; amount: string }> {
  const chosen = payment_id === undefined ? null : await namesOf(container, payment_id)
  return chooseRefund(container, order, { amount, chosen, isExact: true })
}

/** The admin knows our payments, Medusa's API its own: a session is of both. */
async function namesOf(container: MedusaContainer, id: string): Promise<string[]> {
  const payment = await container.resolve("onchain").payments.findAny({ id })
  if (!payment) return [id]
  return [payment.session_id, payment.applied_session_id ?? payment.session_id]
}

const Refunds = z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() }))

/** The refund that a call made before its process died. */
async function findMade(
  container: MedusaContainer,
  { id, medusa_payment_id }: OrderRefundRow
): Promise<string | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: ["id", "metadata"],
    filters: { payment_id: medusa_payment_id },
  })
  return Refunds.parse(data).find(({ metadata }) => metadata?.[REQUEST] === id)?.id
}

/** Key of the request in the metadata of Medusa's refund. */
const REQUEST = "onchain_request_id"

async function makeRefund(
  container: MedusaContainer,
  request: OrderRefundRow,
  amount: string
): Promise<string> {
  const { id, medusa_payment_id, note, requested_by } = request
  const input = {
    ...{ payment_id: medusa_payment_id, amount, created_by: requested_by },
    ...(note === null ? {} : { note }),
    // Medusa's step hands it on to the refund.
    metadata: { [REQUEST]: id },
  }
  await refundPaymentWorkflow(container).run({ input })
  const made = await findMade(container, request)
  if (made) return made
  throw new Error(`Medusa's refund for the request ${id} is not there`)
}
