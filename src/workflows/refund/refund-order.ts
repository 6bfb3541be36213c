import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { loadOrder, type OrderRecord } from "../payment/order-record"
import { payoutError, type RequestActor } from "../payout/payout-access"
import { chooseRefund, holdRefund, requireRefundable } from "./hold-refund"
import { say } from "../../words/say"

type RefundOrderInput = {
  order_id: string
  /** Made once by the form. */
  request_id: string
  amount: string
  /** Medusa's payment, or ours. */
  payment_id?: string | undefined
  note?: string | undefined
  actor: RequestActor
}

/** In the metadata of Medusa's refund, which is stored with it: the request, and the amount that it asked for. */
const REQUEST = "onchain_request_id"
const AMOUNT = "onchain_request_amount"

/** Medusa's refund names its request: the same request is the same refund, whatever fails in between. */
export async function refundOrder(container: MedusaContainer, input: RefundOrderInput) {
  const request = `${input.actor.id}:${input.request_id}`
  const refund_id = await holdRefund(
    container,
    input.order_id,
    () => refundOnce(container, input, request),
    ({ metadata }) => metadata?.[REQUEST] === request
  )
  return { refund_id }
}

async function refundOnce(
  container: MedusaContainer,
  { order_id, amount, payment_id, note, actor }: RefundOrderInput,
  request: string
): Promise<string> {
  const order = await loadOrder(container, order_id)
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${order_id}.`)
  const made = await findMade(container, order, request)
  if (made && (made.metadata?.[AMOUNT] !== amount || (made.note ?? "") !== (note ?? "")))
    throw payoutError("request_reused", say("refund.request_reused"))
  if (made) return made.id
  const chosen = payment_id === undefined ? null : await namesOf(container, payment_id)
  const refund = await chooseRefund(container, order, { amount, chosen, isExact: true })
  await requireRefundable(container, order, refund)
  const input = {
    ...{ payment_id: refund.paymentId, amount: refund.amount, created_by: actor.id },
    ...(note === undefined ? {} : { note }),
    // Medusa's step hands it on to the refund.
    metadata: { [REQUEST]: request, [AMOUNT]: amount },
  }
  await refundPaymentWorkflow(container).run({ input })
  const done = await findMade(container, order, request)
  if (done) return done.id
  throw new Error(`Medusa's refund of order ${order.id} is not there`)
}

/** The admin knows our payments, Medusa's API its own: a session is of both. */
async function namesOf(container: MedusaContainer, id: string): Promise<string[]> {
  const payment = await container.resolve("onchain").payments.findAny({ id })
  if (!payment) return [id]
  return [payment.session_id, payment.applied_session_id ?? payment.session_id]
}

const Refunds = z.array(
  z.object({
    id: z.string(),
    note: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  })
)

/** The refund of a request, also of one whose process died. */
async function findMade(container: MedusaContainer, { payment_collections }: OrderRecord, request: string) {
  const payment_id = payment_collections.flatMap(({ payments }) => payments.map(({ id }) => id))
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: ["id", "note", "metadata"],
    filters: { payment_id },
  })
  return Refunds.parse(data).find(({ metadata }) => metadata?.[REQUEST] === request)
}
