import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { announceUnderpaid } from "../../payment/steps/announce-settlement"
import { findCapturedPayment } from "../../payment/steps/find-captured-payment"
import { recordOrderTransactions } from "../../payment/steps/record-order-transactions"
import { cancelUnpaidOrder, type UnpaidOrderEnd } from "./cancel-unpaid-order"
import { closeOrder } from "./close-order"
import { findOrderOfPayment } from "./find-order-of-payment"
import { isCancelled, isOwed, loadOrder, type OrderRecord, outstandingOf } from "./order-record"
import { orderToKeys } from "./payable-order"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** An order may be on its way into the database for this long after its payment was told of it. */
const PLACING_GRACE_MS = 10 * MINUTE_MS

const PAUSE_MS = {
  wait: MINUTE_MS,
  search: MINUTE_MS / 2,
  incomplete: MINUTE_MS,
  hold: HOUR_MS,
  over: null,
} as const satisfies Record<Exclude<UnpaidOrderEnd, "cancel">, number | null>

/** Looks at the order of a payment that is due, does what there is to do, and notes when to look again. */
export async function followUpOrder(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { orders, options, clock } = container.resolve("onchain")
  const ageMs = clock() - (payment.order_placed_at ?? payment.created_at).getTime()
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  if (!order) return orders.lookAgain(payment.id, ageMs < PLACING_GRACE_MS ? MINUTE_MS : null)
  if (isCancelled(order)) return closeOrder(container, order.id)
  if (payment.state === "captured" && !isPaidInPartBy(payment, order))
    return followCaptured(container, payment, order)
  const { unpaidOrderTimeoutMinutes } = options
  if (unpaidOrderTimeoutMinutes === null) return orders.lookAgain(payment.id, 24 * HOUR_MS)
  const remainingMs = unpaidOrderTimeoutMinutes * MINUTE_MS - ageMs
  if (remainingMs > 0) return orders.lookAgain(payment.id, remainingMs)
  const end = await cancelUnpaidOrder(container, payment, order)
  if (end === "cancel") return closeOrder(container, order.id)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: order ${order.id} is out of time and not cancelled (${end})`)
  await orders.lookAgain(payment.id, end === "hold" ? await untilHoldEnds(container, order) : PAUSE_MS[end])
}

/** Milliseconds until a person may have acted, or until the hold of a part is over where that comes first. */
async function untilHoldEnds(container: MedusaContainer, order: OrderRecord): Promise<number> {
  const { orders, clock } = container.resolve("onchain")
  const payments = await orders.listOfOrder(orderToKeys(order))
  const leftMs = payments.flatMap(({ part_hold_until: until }) => (until ? [until.getTime() - clock()] : []))
  return Math.min(PAUSE_MS.hold, ...leftMs.filter((ms) => ms > 0))
}

/** Whether applied money has paid the order and something is still owed: its time to be paid goes on. */
function isPaidInPartBy(payment: PaymentRow, order: OrderRecord): boolean {
  return payment.applied_order_id === order.id && payment.is_applied_in_full === false && isOwed(order)
}

/**
 * A capture is looked at again when whoever made it is done: booked once, and whether the order is fully paid. One that is not is
 * looked at until it is paid or cancelled.
 */
async function followCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<void> {
  const { orders, payments, bookings } = container.resolve("onchain")
  await orders.releaseFromList((await orders.listOfOrder(orderToKeys(order))).map(({ id }) => id))
  const sessionId = payment.applied_session_id ?? payment.session_id
  await bookings.run(order.id, async () => {
    if (await findCapturedPayment(container, sessionId))
      await recordOrderTransactions(container, { orderId: order.id, sessionId })
  })
  if (payment.order_outstanding_amount === null) return concludePaid(container, payment)
  const outstanding = outstandingOf(order)
  const order_outstanding_amount = outstanding === "0" ? null : outstanding
  await payments.note(payment.id, { order_outstanding_amount })
  if (order_outstanding_amount === null) return concludePaid(container, payment)
  await announceUnderpaid(container, { ...payment, order_outstanding_amount }, order.id)
  await orders.lookAgain(payment.id, HOUR_MS)
}

/** A cancellation that was begun for being unpaid did not come to its end: when somebody cancels it later, that was not us. */
async function concludePaid(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { orders } = container.resolve("onchain")
  await orders.forgetTimeout(payment.id)
  await orders.lookAgain(payment.id, null)
}
