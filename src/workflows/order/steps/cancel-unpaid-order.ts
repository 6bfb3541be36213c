import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { decideUnpaidOrder, type UnpaidOrderDecision } from "../../../domain/unpaid-order"
import { canBeQueued, hasUnsettledMoney, isUndecidedPart } from "../../../domain/partial-payment"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { isUnknownInvoice, settlePayment } from "../../payment/steps/settle-payment"
import { setAside } from "../../payment/steps/set-aside-payment"
import { makeCancellable } from "./cancel-order"
import { isCancelled, loadOrder, type OrderRecord } from "./order-record"
import { orderToKeys } from "./payable-order"
import { readDepositsInReview } from "./read-deposits-in-review"
import { loadUnpaidOrderFacts } from "./unpaid-order-facts"
import { withOrderLock } from "./with-order-lock"

const DAY_MS = 24 * 60 * 60_000

/** Why an order that is out of time was not cancelled, or that it is. */
export type UnpaidOrderEnd = UnpaidOrderDecision["kind"]

/**
 * Cancels an order that was not paid in time, unless its money is there or on its way.
 *
 * The gateway is asked first, by the path that captures: what it calls settled is captured here and now. For an intent
 * without an invoice its lists have to be read from the start to the end after the time was over, and for every intent
 * the list of deposits in review. What it says after that finds either an order that was captured or one that is cancelled, because both happen under one lock.
 *
 * @throws GatewayError when the gateway does not answer; the order is left as it is. That it does not know an invoice
 *   is an answer
 * @throws MedusaError while a change of the order is open
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  payment: PaymentRow,
  seen: OrderRecord
): Promise<UnpaidOrderEnd> {
  const { orders } = container.resolve("onchain")
  let hasUnknownInvoice = false
  const payments = await orders.listOfOrder(orderToKeys(seen))
  for (const row of payments)
    hasUnknownInvoice = (await isUnknownToGateway(container, row)) || hasUnknownInvoice
  const overAt = timeOver(container, payment)
  if (isLongOver(container, overAt)) hasUnknownInvoice = false
  const depositReading = await readDepositsInReview(container, payments, overAt)
  return withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, seen.id)
    if (!order) return "over"
    if (isCancelled(order)) return "cancel"
    await queueParts(container, order)
    const decision = decideUnpaidOrder(
      await loadUnpaidOrderFacts(container, order, { hasUnknownInvoice, depositReading, overAt })
    )
    if (decision.kind !== "cancel") {
      await orders.forgetTimeout(payment.id)
      await noteSearch(container, order, decision.kind)
      return decision.kind
    }
    await makeCancellable(container, order.id)
    await orders.noteTimedOut(payment.id)
    await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
    return "cancel"
  })
}

/** The time of the order is over: from now on a person sees what came of its money, whatever becomes of the order. */
async function queueParts(container: MedusaContainer, order: OrderRecord): Promise<void> {
  for (const row of await container.resolve("onchain").orders.listOfOrder(orderToKeys(order)))
    if (canBeQueued(row.state) && hasUnsettledMoney(row)) await setAside(container, row, "partial_payment")
}

/**
 * An intent without an invoice cannot be polled: its deposit is looked for before the order is cancelled. While a list is
 * incomplete it is looked for again and again, and the order is shown as kept.
 */
async function noteSearch(
  container: MedusaContainer,
  order: OrderRecord,
  end: UnpaidOrderEnd
): Promise<void> {
  const { orders } = container.resolve("onchain")
  const ids = (await orders.listOfOrder(orderToKeys(order))).map(({ id }) => id)
  if (end === "incomplete") return orders.keepForList(ids)
  await orders.releaseFromList(ids)
  await (end === "search" ? orders.wantSearch(ids) : orders.forgetSearch(ids))
}

/** Final payments say nothing new (a part that waits for a person is not: its rest may be there), and one that has no invoice yet cannot be asked for. */
async function isUnknownToGateway(container: MedusaContainer, payment: PaymentRow): Promise<boolean> {
  const { state, gateway_invoice_id } = payment
  const isFinal = state === "captured" || (state === "unallocated" && !isUndecidedPart(payment))
  if (isFinal || !gateway_invoice_id) return false
  try {
    await settlePayment(container, payment.id)
    return false
  } catch (error) {
    if (isUnknownInvoice(error)) return true
    throw error
  }
}

/** A wrong key or business makes every invoice unknown: a person has this long to notice. */
function isLongOver(container: MedusaContainer, overAt: Date): boolean {
  return container.resolve("onchain").clock() - overAt.getTime() > DAY_MS
}

function timeOver(container: MedusaContainer, payment: PaymentRow): Date {
  const { unpaidOrderTimeoutMinutes } = container.resolve("onchain").options
  const placedAt = payment.order_placed_at ?? payment.created_at
  return new Date(placedAt.getTime() + (unpaidOrderTimeoutMinutes ?? 0) * 60_000)
}
