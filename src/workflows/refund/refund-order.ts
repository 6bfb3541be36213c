import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, defaultCurrencies, MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { decideOrderRefund, type OrderRefundProblem } from "../../domain/refund/order-refund"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import type { OrderRefundRow } from "../../modules/onchain/refund/order-refund-requests"
import { loadOrder, type OrderRecord } from "../payment/order-record"
import { payoutError, type RequestActor } from "../payout/payout-access"

export const refundOrderStepId = "refund-onchain-order"

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
const refundOrderStep = createStep(refundOrderStepId, async (input: RefundOrderInput, { container }) => {
  const order = await mustLoadOrder(container, input.order_id)
  const { requests } = container.resolve("onchain").payouts.refunds
  const known = await requests.find({ requested_by: input.actor.id, request_id: input.request_id })
  const paymentId = known?.medusa_payment_id ?? (await choosePayment(container, order, input))
  const refund_id = await requests.exclusively(paymentId, () => refundOnce(container, input, paymentId))
  return new StepResponse({ refund_id })
})

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
  const again = { ...input, payment_id: paymentId }
  if (!made) await choosePayment(container, await mustLoadOrder(container, order_id), again)
  const request = known ?? (await requests.open(asked))
  const refundId = made ?? (await makeRefund(container, request))
  if (request.refund_id === null) await requests.done(request.id, refundId)
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

/** @returns the id of Medusa's payment */
async function choosePayment(
  container: MedusaContainer,
  order: OrderRecord,
  { amount, payment_id }: RefundOrderInput
): Promise<string> {
  const payments = order.payment_collections
    .flatMap((collection) => collection.payments)
    .filter(({ provider_id }) => isOwnProvider(provider_id))
  const decision = decideOrderRefund({
    payments: payments.map((payment) => ({
      id: payment.id,
      sessionId: payment.payment_session_id,
      captured: payment.captures.map(({ raw_amount }) => raw_amount.value),
      refunded: payment.refunds.map(({ raw_amount }) => raw_amount.value),
    })),
    amount,
    decimals: decimalsOf(order.currency_code),
    chosen: payment_id === undefined ? null : await namesOf(container, payment_id),
  })
  if (decision.kind === "refund") return decision.paymentId
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    problemInWords(decision.problem, order.currency_code.toUpperCase()),
    decision.problem.code === "over_refund" ? "over_refund" : undefined
  )
}

function decimalsOf(currencyCode: string): number {
  const currencies: Record<string, { decimal_digits: number } | undefined> = defaultCurrencies
  return currencies[currencyCode.toUpperCase()]?.decimal_digits ?? 2
}

/** The admin knows our payments, Medusa's API its own: a session is of both. */
async function namesOf(container: MedusaContainer, id: string): Promise<string[]> {
  const payment = await container.resolve("onchain").payments.findAny({ id })
  if (!payment) return [id]
  return [payment.session_id, payment.applied_session_id ?? payment.session_id]
}

function problemInWords(problem: OrderRefundProblem, currency: string): string {
  switch (problem.code) {
    case "no_payment":
      return "order_id: this order has no captured crypto payment, so there is nothing to refund"
    case "payment_unknown":
      return "payment_id: expected a captured crypto payment of this order"
    case "payment_needed":
      return "payment_id: this order has several crypto payments; say which one to refund"
    case "decimals":
      return `amount: ${currency} has ${problem.decimals} decimals at most`
    case "over_refund":
      return `amount: at most ${problem.left} ${currency} of this payment can be refunded`
  }
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

async function makeRefund(container: MedusaContainer, request: OrderRefundRow): Promise<string> {
  const { id, medusa_payment_id, amount, note, requested_by } = request
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

export const refundOrderWorkflowId = "refund-onchain-order-workflow"

/** Moves nothing: the refund becomes due. */
export const refundOrderWorkflow = createWorkflow(refundOrderWorkflowId, (input: RefundOrderInput) => {
  return new WorkflowResponse(refundOrderStep(input))
})
