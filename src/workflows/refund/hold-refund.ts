import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { decideOrderRefund, type OrderRefundProblem } from "../../domain/refund/refund-amount"
import { fiatAmountToText, isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { requireNoOpenChange } from "../payment/cancel-order"
import { findPayableOrder } from "../payment/close-order"
import { loadOrder, type CollectedPayment, type OrderRecord } from "../payment/order-record"
import { findUnbookedRefunds, isInterrupted, takeBackRefunds, type UnbookedRefund } from "./medusa-refunds"

/**
 * Core locks a payment, not the order, so refunds of two payments would write its totals over each other, and it does not take its refund
 * back when a later step fails: what is not booked on the order is taken back here. `isOurs`: left by an earlier try of this refund.
 */
export function holdRefund<T>(
  container: MedusaContainer,
  orderId: string,
  refund: () => Promise<T>,
  isOurs: (refund: UnbookedRefund) => boolean = () => false
): Promise<T> {
  const { exclusiveWork, status } = container.resolve("onchain")
  return exclusiveWork.run(orderId, async (isHeld) => {
    const before = await findUnbookedRefunds(container, orderId)
    const atMs = before.length > 0 ? await status.earliestTime() : 0
    const interrupted = before.filter((one) => isInterrupted(one, atMs) || isOurs(one))
    await takeBackRefunds(container, interrupted)
    const known = before.map(({ id }) => id)
    try {
      return await refund()
    } finally {
      const after = await findUnbookedRefunds(container, orderId)
      const left = after.filter(({ id }) => !known.includes(id))
      // Without the lock, it may be the refund that another process is making; what stays unbooked is taken back a minute later.
      if (left.length > 0 && (await isHeld())) await takeBackRefunds(container, left)
    }
  })
}

/**
 * `amount` is null for all of the payment, undefined where Medusa refuses what was sent. `refund` resolves when nothing of the handler
 * runs any more.
 */
export async function holdMedusaRefund(
  container: MedusaContainer,
  { paymentId, amount }: { paymentId: string; amount: number | null | undefined },
  refund: () => Promise<void>
): Promise<void> {
  const held = await findPayableOrder(container, { paymentId })
  if (!held) return refund()
  await holdRefund(container, held.id, async () => {
    const order = await loadOrder(container, held.id)
    const payment = order && paymentsOf(order).find(({ id }) => id === paymentId)
    if (payment && amount !== undefined) {
      const text = amount === null ? payment.raw_amount.value : fiatAmountToText(amount)
      if (isOwnProvider(payment.provider_id))
        await chooseRefund(container, order, { amount: text, chosen: [paymentId], isExact: false })
      await requireRefundable(container, order, { paymentId, amount: text })
    }
    await refund()
  })
}

const paymentsOf = ({ payment_collections }: OrderRecord): CollectedPayment[] =>
  payment_collections.flatMap(({ payments }) => payments)

/** `isExact` is false where a caller's further decimals are Medusa's business. @throws MedusaError `invalid_data` with the field */
export async function chooseRefund(
  container: MedusaContainer,
  order: OrderRecord,
  question: { amount: string; chosen: readonly string[] | null; isExact: boolean }
): Promise<{ paymentId: string; amount: string }> {
  const decimals = await container.resolve("onchain").currencies.decimalsOf(order.currency_code)
  const decision = decideOrderRefund({
    payments: paymentsOf(order)
      .filter(({ provider_id }) => isOwnProvider(provider_id))
      .map((payment) => ({
        id: payment.id,
        sessionId: payment.payment_session_id,
        captured: payment.captures.map(({ raw_amount }) => raw_amount.value),
        refunded: payment.refunds.map(({ raw_amount }) => raw_amount.value),
      })),
    ...question,
    decimals,
  })
  if (decision.kind === "refund") return decision
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    problemInWords(decision.problem, order.currency_code.toUpperCase()),
    decision.problem.code === "over_refund" ? "over_refund" : undefined
  )
}

const PAYMENT_PROBLEMS = {
  no_payment: "order_id: this order has no captured crypto payment, so there is nothing to refund",
  payment_unknown: "payment_id: expected a captured crypto payment of this order",
  payment_needed: "payment_id: this order has several crypto payments; say which one to refund",
}

function problemInWords(problem: OrderRefundProblem, currency: string): string {
  if (problem.code === "decimals") return `amount: ${currency} has ${problem.decimals} decimals at most`
  if (problem.code === "over_refund")
    return `amount: at most ${problem.left} ${currency} of this payment can be refunded`
  return PAYMENT_PROBLEMS[problem.code]
}

/**
 * Core credits the order with what it is not owed already by a change of the order, and looks for an open change only after it has made
 * the refund. @throws MedusaError `not_allowed`
 */
export async function requireRefundable(
  container: MedusaContainer,
  order: OrderRecord,
  { paymentId, amount }: { paymentId: string; amount: string }
): Promise<void> {
  const unbooked = await findUnbookedRefunds(container, order.id)
  const atMs = unbooked.length > 0 ? await container.resolve("onchain").status.earliestTime() : 0
  const unfinished = unbooked.find((one) => one.payment_id === paymentId && !isInterrupted(one, atMs))
  if (unfinished)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `refund ${unfinished.id} of this payment is being made, or was when a process stopped; try again in two minutes`
    )
  const isOwed = MathBN.gte(MathBN.mult(order.summary.raw_pending_difference, -1), amount)
  if (!isOwed)
    await requireNoOpenChange(container, order.id, "Medusa refunds nothing that the order is not owed")
}
