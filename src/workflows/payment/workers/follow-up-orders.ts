import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ENDED_PAUSES, pauseAt } from "../../../domain/payment/check-schedule"
import { pauseOfHold, type UnpaidOrderDecision } from "../../../domain/payment/cancel-unpaid-order"
import { type AnyPayment, isChosen, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { DueMessage } from "../../../modules/onchain/payment/shopper-messages"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { workOff } from "../../worker"
import { clearInterruptedCancellation, listInterruptedCancellations } from "../cancel-order"
import { adoptPlacedOrder } from "../adopt-order"
import { recordOrderTransactions } from "../capture"
import { closeOrder } from "../close-order"
import {
  confirmSession,
  findCapturedPayment,
  findOrderOfOurs,
  findOrderOfPayment,
  isCancelled,
  loadOrder,
  type OrderRecord,
  orderToKeys,
} from "../order-record"
import { executeResolution } from "../resolve-payment"
import { notifyShopper } from "../shopper-message"
import { cancelUnpaidOrder } from "../cancel-unpaid-order"

/** Per run. */
const MOST_RESOLUTIONS = 50

/** Executes choices whose process died. One that fails comes last in the next run. */
export async function finishPaymentResolutions(container: MedusaContainer): Promise<void> {
  const { payments, resolutions } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id, resolution } of await resolutions.listUnfinished(MOST_RESOLUTIONS)) {
    try {
      const end = await executeResolution(container, id)
      if (!end.isDone) logger.warn(`onchain: payment ${id} waits for a person again: ${end.reason}`)
    } catch (error) {
      const reason = reasonOf(error)
      logger.warn(`onchain: payment ${id}: ${resolution} is tried again later: ${reason}`)
      await payments.note(id, { last_error: reason })
    }
  }
}

/** Per run. */
const MOST_MESSAGES = 200

/** Sends due messages to shoppers. Any number of processes share the work. */
export async function notifyShoppers(container: MedusaContainer): Promise<void> {
  const { options, shopperMessages } = container.resolve("onchain")
  if (options.notifications.channel === null) {
    await shopperMessages.dropAll()
    return
  }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  // A failed message delays no other message and no payment.
  const handle = async (due: DueMessage) => {
    const what = `onchain: message "${due.message}" of ${due.event} ${due.id}`
    try {
      const end = await notifyShopper(container, due)
      await shopperMessages.noteEnd(due, end)
      if (end === "no_email") logger.warn(`${what} was not sent: the order has no email address`)
      else logger.info(end === "sent" ? `${what} was sent` : `${what} was not sent: ${end}`)
    } catch (error) {
      const reason = reasonOf(error)
      const isTriedAgain = await shopperMessages.noteFailed(due, reason)
      if (isTriedAgain) logger.warn(`${what} failed and will be retried: ${reason}`)
      else logger.error(`${what} was given up after ${due.tries} tries: ${reason}`)
    }
  }
  await workOff({ claim: () => shopperMessages.claim(), handle, most: MOST_MESSAGES })
}

/** At once, and per run. */
const LANES = 4
const MOST_ORDERS = 200

/** Cancels orders that were not paid in time, and follows cancelled ones. An order that fails is due again when its lease ends. */
export async function followUpOrders(container: MedusaContainer): Promise<void> {
  await clearInterruptedCancellations(container)
  const { orderFollowUps } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let failedInARow = 0
  await workOff({
    claim: async () => (await orderFollowUps.takeDue(1))[0],
    most: MOST_ORDERS,
    lanes: LANES,
    handle: async (payment) => {
      try {
        await followUpOrder(container, payment)
        failedInARow = 0
      } catch (error) {
        failedInARow++
        logger.warn(`onchain: the order of payment ${payment.id} is checked again later: ${reasonOf(error)}`)
      }
      // What fails so many orders, such as an unavailable gateway, would fail the next one too.
      return failedInARow >= LANES ? "stop" : undefined
    },
  })
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** An order may reach the database this long after its payment was placed. */
const PLACING_GRACE_MS = 10 * MINUTE_MS

const PAUSE_MS = {
  wait: MINUTE_MS,
  search: MINUTE_MS / 2,
  incomplete: MINUTE_MS,
  over: null,
} as const satisfies Record<Exclude<UnpaidOrderDecision["kind"], "cancel" | "hold">, number | null>

/** Does what is due for the order of a payment, and schedules the next look. */
async function followUpOrder(container: MedusaContainer, due: AnyPayment): Promise<void> {
  const { orderFollowUps, payments, options, clock } = container.resolve("onchain")
  const confirmed = await confirmSession(container, due)
  if (!isChosen(confirmed)) await adoptPlacedOrder(container, confirmed)
  const adopted = isChosen(confirmed) ? undefined : await payments.findAny({ id: confirmed.id })
  const payment = adopted ?? confirmed
  const ageMs = clock() - (payment.order_placed_at ?? payment.created_at).getTime()
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  if (!order) return orderFollowUps.lookAgain(payment.id, pauseWithoutOrder(payment, ageMs))
  if (isCancelled(order)) return closeOrder(container, order.id)
  // Where applied money paid a part of the order, its deadline stands.
  const isPart =
    payment.applied_order_id === order.id && payment.order_outstanding_amount !== null && order.isOwed
  if (isChosen(payment) && payment.state === "captured" && !isPart)
    return followCaptured(container, payment, order)
  const { unpaidOrderTimeoutMinutes } = options
  if (unpaidOrderTimeoutMinutes === null) return orderFollowUps.lookAgain(payment.id, 24 * HOUR_MS)
  const remainingMs = unpaidOrderTimeoutMinutes * MINUTE_MS - ageMs
  if (remainingMs > 0) return orderFollowUps.lookAgain(payment.id, remainingMs)
  const { decision, partHeldUntilMs } = await cancelUnpaidOrder(container, payment, order)
  if (decision.kind === "cancel") return closeOrder(container, order.id)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: order ${order.id} is out of time and not cancelled (${decision.reason})`)
  const { kind, reason } = decision
  const pauseMs = kind === "hold" ? pauseOfHold(reason, partHeldUntilMs, clock()) : PAUSE_MS[kind]
  await orderFollowUps.lookAgain(payment.id, pauseMs)
}

/** Nothing else polls a payment without an attempt, whose cart may become an order without our authorization. */
function pauseWithoutOrder(payment: AnyPayment, ageMs: number): number | null {
  // Without its session, nothing places an order.
  if (payment.abandoned_at !== null && payment.order_placed_at === null) return null
  if (ageMs < PLACING_GRACE_MS) return MINUTE_MS
  return isChosen(payment) || payment.abandoned_at !== null ? null : pauseAt(ENDED_PAUSES, ageMs)
}

/** A capture is followed up once its process must be done, and an order that is not fully paid until it is paid or cancelled. */
async function followCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<void> {
  const { orderFollowUps, payments, exclusiveWork } = container.resolve("onchain")
  await orderFollowUps.releaseFromList(
    (await orderFollowUps.listOfOrder(orderToKeys(order))).map(({ id }) => id)
  )
  const sessionId = payment.applied_session_id ?? payment.session_id
  await exclusiveWork.run(order.id, async () => {
    if (await findCapturedPayment(container, sessionId))
      await recordOrderTransactions(container, { orderId: order.id, sessionId })
  })
  if (payment.order_outstanding_amount === null) return concludePaid(container, payment)
  // What is only authorized may lapse: applied money stays a part until the order is paid.
  const isAuthorized = payment.applied_order_id !== null && !order.isOwed && order.owed !== "0"
  const outstanding = order.isOwed ? order.outstanding : null
  if (!isAuthorized) await payments.note(payment.id, { order_outstanding_amount: outstanding })
  if (!isAuthorized && outstanding === null) return concludePaid(container, payment)
  await orderFollowUps.lookAgain(payment.id, HOUR_MS)
}

/** Its interrupted cancellation is void: a later cancellation is not ours. */
async function concludePaid(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { orderFollowUps } = container.resolve("onchain")
  await orderFollowUps.forgetTimeout(payment.id)
  await orderFollowUps.lookAgain(payment.id, null)
}

/**
 * Makes crypto orders cancellable again after a process was killed while it cancelled them: core refuses a second attempt for the
 * open change of the first.
 */
async function clearInterruptedCancellations(container: MedusaContainer): Promise<void> {
  for (const orderId of await listInterruptedCancellations(container)) {
    // One that waits for its money has no payment in Medusa yet, and is ours all the same.
    if (!(await findOrderOfOurs(container, orderId))) continue
    await clearInterruptedCancellation(container, orderId)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: a cancellation of order ${orderId} was cut off; it can be cancelled again`)
  }
}
