import type { attemptFates, signatureFates } from "../plan/fate"
import { fates } from "../plan/fate"
import { otherRail, type RailChoice } from "../plan/plan"
import type { Bill, OpenSession } from "./checkout"
import type { Visit } from "./visit"
import { partOf } from "./wallet"

const MOST_ATTEMPTS = 5
/** Maximum time between two steps, in milliseconds. */
const thinkingMs = 2_000
/** Interval between reads of a page that still shows the old quote. */
const lookMs = 1_000

/** A test network whose token moves by a signature. */
const SIGNABLE: RailChoice = { networkId: "base-sepolia", token: "USDC" }

type Ordered = { visit: Visit; session: OpenSession; orderId: string }
type Story = (visit: Visit) => Promise<void>

/**
 * Shoppers who place the order before they choose. If the store refuses a further attempt, because the order may have been
 * cancelled meanwhile, they pay an attempt they have, or nothing.
 */
export const attemptStories: Record<keyof typeof attemptFates | keyof typeof signatureFates, Story> = {
  chooses_after_the_order: ordered(async ({ visit, session }) => {
    pay(visit, await visit.attempt(session, visit.planned.rail))
  }),
  never_chooses: ordered(() => Promise.resolve()),
  takes_a_new_quote: ordered(async (order) => {
    const { fresh } = await quoteTwice(order)
    pay(order.visit, fresh)
  }),
  switches_and_pays_the_last: ordered(async (order) => {
    pay(order.visit, (await switchAround(order)).at(-1))
  }),
  switches_and_pays_an_earlier_one: ordered(async (order) => {
    const [first, ...others] = await switchAround(order)
    if (first) pay(order.visit, order.visit.random.pick([first, ...others.slice(0, -1)]))
  }),
  pays_two_attempts: ordered(async (order) => {
    const [one, other] = order.visit.random.shuffle(await switchAround(order))
    pay(order.visit, one)
    await order.visit.pause(0, thinkingMs)
    pay(order.visit, other)
  }),
  pays_a_part_and_switches: ordered(async (order) => {
    const { visit, session } = order
    const { rail } = visit.planned
    const bill = await visit.attempt(session, rail)
    if (!bill) return
    visit.send(bill, { amount: partOf(bill.amount, visit.random.pick([100, 400, 900])) })
    await visit.pause(0, thinkingMs)
    pay(visit, await visit.attempt(session, next(visit, rail)))
  }),
  pays_the_expired_and_the_new_one: ordered(async (order) => {
    const { old, fresh } = await quoteTwice(order)
    pay(order.visit, old)
    pay(order.visit, fresh)
  }),
  pays_an_old_attempt_late: ordered(async (order) => {
    const bills = await switchAround(order)
    const [first, ...others] = bills
    pay(order.visit, others.at(-1) ?? first)
    if (others.length > 0 && (await order.visit.untilEnded(order.session.sessionId))) pay(order.visit, first)
  }),
  pays_an_old_attempt_after_cancellation: ordered(async (order) => {
    const [first, ...others] = await switchAround(order)
    if (!(await order.visit.untilCancelled(order.orderId))) return
    pay(order.visit, first)
    if (order.visit.random.isTrue(0.5)) pay(order.visit, others.at(-1))
  }),
  pays_the_expired_and_asks_again: ordered(async ({ visit, session }) => {
    const { rail } = visit.planned
    const bill = await visit.attempt(session, rail)
    if (!bill) return
    await visit.expire(bill)
    visit.send(bill)
    for (let asked = 1; asked < MOST_ATTEMPTS; asked++) {
      await visit.pause(lookMs, thinkingMs)
      if (!(await visit.attempt(session, rail))) return
    }
  }),
  signs_for_a_facilitator: ordered(async ({ visit, session }) => {
    if (await visit.attempt(session, SIGNABLE)) await visit.sign(session)
  }),
  signs_and_pays_by_hand: ordered(async ({ visit, session }) => {
    const bill = await visit.attempt(session, SIGNABLE)
    if (!bill) return
    await Promise.all([visit.sign(session), visit.pause(0, thinkingMs).then(() => pay(visit, bill))])
  }),
  switches_intents: ordered(async (order) => {
    const bills = await switchAround(order)
    const [first, ...others] = bills
    if (first) pay(order.visit, order.visit.random.pick([first, ...others]))
  }),
}

/** Places an order without a choice, then frees the checkout for another shopper. */
function ordered(about: (order: Ordered) => Promise<void>): Story {
  return async (visit) => {
    const { session, orderId } = await visit.orderUnchosen()
    visit.later(() => about({ visit, session, orderId }))
  }
}

function pay(visit: Visit, bill: Bill | undefined): void {
  if (bill) visit.send(bill)
}

/** Chooses two to five different networks or tokens. @returns the bills, oldest first; fewer when the store refuses */
async function switchAround({ visit, session }: Ordered): Promise<Bill[]> {
  const bills: Bill[] = []
  const count = visit.random.between(2, MOST_ATTEMPTS)
  for (let { rail } = visit.planned; bills.length < count; rail = next(visit, rail)) {
    const bill = await visit.attempt(session, rail)
    if (!bill) break
    bills.push(bill)
  }
  return bills
}

function next(visit: Visit, rail: RailChoice): RailChoice {
  return otherRail(fates[visit.planned.fate].payer, rail, visit.random)
}

/** Lets the first quote expire, then requests another for the same token once the store knows. */
async function quoteTwice({ visit, session }: Ordered): Promise<{ old?: Bill; fresh?: Bill }> {
  const { rail } = visit.planned
  const old = await visit.attempt(session, rail)
  if (!old) return {}
  await visit.expire(old)
  for (;;) {
    const fresh = await visit.attempt(session, rail)
    if (!fresh) return { old }
    if (fresh.address !== old.address || fresh.memo !== old.memo) return { old, fresh }
    await visit.pause(lookMs, lookMs)
  }
}
