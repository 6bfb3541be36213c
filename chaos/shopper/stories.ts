import { followUpEveryMs, unpaidTimeoutMs } from "../environment/plugin-options"
import type { FateName } from "../plan/fate"
import { attemptStories } from "./attempt-stories"
import type { Bill } from "./checkout"
import type { Visit } from "./visit"
import { partOf, rest } from "./wallet"

/** Longest time between the order and its money, in milliseconds. */
const thinkingMs = 3_000

/** Half of the window around the timeout in which these shoppers pay. */
const aroundMs = 2_000

/** What a shopper does, for each fate. */
export const stories: Record<FateName, (visit: Visit) => Promise<void>> = {
  pays_exactly: order((visit, bill) => visit.send(bill)),
  pays_in_two_parts: order(async (visit, bill) => {
    const part = partOf(bill.amount, 400)
    visit.send(bill, { amount: part })
    await visit.pause(500, 5_000)
    visit.send(bill, { amount: rest(bill.amount, part) })
  }),
  pays_too_much: order((visit, bill) => visit.send(bill, { amount: partOf(bill.amount, 1_150) })),
  pays_a_little_less: order((visit, bill) => visit.send(bill, { amount: partOf(bill.amount, 995) })),
  pays_far_too_little: order((visit, bill) => visit.send(bill, { amount: partOf(bill.amount, 500) })),
  pays_dust: order((visit, bill) => visit.send(bill, { amount: partOf(bill.amount, 20) })),
  pays_twice: order((visit, bill) => {
    visit.send(bill)
    visit.send(bill)
  }),
  pays_a_wrong_token: order((visit, bill) => visit.send(bill, visit.rails.otherToken(visit.planned.rail))),
  never_pays: order(() => undefined),
  pays_after_expiry: order(async (visit, bill) => {
    await visit.expire(bill)
    await visit.pause(0, thinkingMs)
    visit.send(bill)
  }),
  pays_after_cancellation: order(async (visit, bill, orderId) => {
    if (await visit.untilCancelled(orderId)) visit.send(bill)
  }),
  pays_around_the_timeout: async (visit) => {
    const { cartId, bill } = await visit.openPayment()
    await visit.placeOrder(cartId)
    const waitMs = untilGivenUpMs(Date.now())
    visit.later(async () => {
      await visit.pause(waitMs - aroundMs, waitMs + aroundMs)
      visit.send(bill)
    })
  },
  is_cancelled_then_pays: order(async (visit, bill, orderId) => {
    await visit.cancel(orderId)
    await visit.pause(0, thinkingMs)
    visit.send(bill)
  }),
  pays_while_it_is_cancelled: order(async (visit, bill, orderId) => {
    visit.send(bill)
    await visit.pause(0, thinkingMs)
    await visit.cancel(orderId)
  }),
  changes_the_cart_and_pays_both: async (visit) => {
    const { cartId, bill: old } = await visit.openPayment()
    await visit.addPiece(cartId)
    const bill = await visit.chooseAgain(cartId)
    await visit.placeOrder(cartId)
    visit.send(old)
    visit.later(async () => {
      await visit.pause(0, thinkingMs)
      visit.send(bill)
    })
  },
  changes_the_cart_and_pays_the_old: async (visit) => {
    const { cartId, bill } = await visit.openPayment()
    await visit.addPiece(cartId)
    visit.send(bill)
  },
  pays_below_the_minimum: order((visit, bill) => visit.send(bill)),
  pays_by_intent: order((visit, bill) => visit.send(bill)),
  pays_by_intent_a_wrong_amount: order((visit, bill) => {
    visit.send(bill, { amount: partOf(bill.amount, visit.random.pick([700, 1_200])) })
  }),
  pays_by_intent_and_again: order(async (visit, bill) => {
    visit.send(bill)
    // After the first is final, also on a slow machine: then no payment is expected on the address.
    await visit.pause(10_000, 14_000)
    visit.send(bill)
  }),
  ...attemptStories,
  orders_twice_and_pays_the_second: async (visit) => {
    const first = await visit.openPayment()
    await visit.placeOrder(first.cartId)
    await order((again, bill) => again.send(bill))(visit)
  },
}

/** Until the store's job cancels an order placed now: its first round, by the clock, after the timeout. */
export function untilGivenUpMs(nowMs: number): number {
  const dueAtMs = nowMs + unpaidTimeoutMs
  return Math.ceil(dueAtMs / followUpEveryMs) * followUpEveryMs - nowMs
}

/** Places an order, and then acts on its bill. */
function order(
  about: (visit: Visit, bill: Bill, orderId: string) => Promise<void> | void
): (visit: Visit) => Promise<void> {
  return async (visit) => {
    const { cartId, bill } = await visit.openPayment()
    const orderId = await visit.placeOrder(cartId)
    visit.later(async () => {
      await visit.pause(0, thinkingMs)
      await about(visit, bill, orderId)
    })
  }
}
