import { refuseAttempt } from "../../attempt"
import { hasUnsettledMoney } from "../../received-amount"
import { isPaidOtherwise } from "../../settlement"
import { PAYMENT_RESOLUTIONS } from "../../payment-status"
import { decideOrderRefund } from "../../../refund/refund-amount"
import { REFUND_TRANSITIONS } from "../../../refund/refund-lifecycle"
import { NO_KNOWN_MONEY } from "../settlement-samples"
import { findBadEnd, findBreach, findUnbackedPayout } from "./checks"
import { beginPayout, coverOf, isBooked, oweMedusaRefunds } from "./ledger"
import { cancelOrder, closeOrder, followUpOverdue } from "./order"
import { executeResolution, resolve } from "./resolve"
import type { System } from "./search"
import { check, CUTS, settle } from "./settle"
import {
  attemptOf,
  copyOf,
  type GatewayInvoice,
  keyOf,
  nowOf,
  type Payment,
  paymentOf,
  rowOf,
  START,
  stateOf,
  type World,
} from "./world"

/** How often each kind of event may happen in a story: it is what keeps the search finite. */
export type Limits = {
  sessions: 1 | 2
  transfers: number
  reversals: number
  kills: number
  reads: number
  refunds: number
  deletions: boolean
}

/** One of everything, for two sessions with two attempts each. */
export const ALL: Limits = {
  sessions: 2,
  transfers: 3,
  reversals: 1,
  kills: 1,
  reads: 1,
  refunds: 1,
  deletions: true,
}

/** Stories of an order's money: what holds in every state, and that every state has a good end. */
export function moneySystem(limits: Limits): System<World> {
  const good = new Set<string>()
  return {
    start: START,
    keyOf,
    stepsFrom: (world) => stepsFrom(world, limits),
    findProblem: (world) => findBreach(world) ?? findBadEnd(world, good),
  }
}

/** Something that can happen, with the world after it. Its text is a line of a story. */
type Step = { text: string; world: World }

type Try = (text: string, change: (world: World) => unknown) => void

/** Everything that can happen next. A change that returns false could not happen. */
function stepsFrom(world: World, limits: Limits): Step[] {
  const steps: Step[] = []
  const attempt: Try = (text, change) => {
    const next = copyOf(world)
    if (change(next) !== false) steps.push({ text, world: next })
  }
  for (let session = 0; session < limits.sessions; session++) {
    shopper(world, session, limits, attempt)
    workers(world, session, limits, attempt)
    operator(world, session, limits, attempt)
  }
  order(world, limits, attempt)
  return steps
}

/** A session's attempt, as stories name it. */
const named = (session: number, number: number) => `session ${session + 1}, attempt ${number + 1}`

function shopper(world: World, session: number, limits: Limits, attempt: Try): void {
  const payment = paymentOf(world, session)
  const count = payment.attempts.length
  if (count < 2)
    attempt(
      `${named(session, count)}: the shopper ${count === 0 ? "chooses a token" : "chooses another token"}`,
      (next) => openAttempt(next, session)
    )
  payment.attempts.forEach(({ invoice }, number) => {
    for (const { text, to, cost } of moves(invoice, world.spent, limits))
      attempt(`${named(session, number)}: ${text}`, (next) => {
        Object.assign(attemptOf(paymentOf(next, session), number), { invoice: to, isRead: false })
        next.spent.transfers += cost.transfers
        next.spent.reversals += cost.reversals
      })
  })
  if (!payment.isSessionDeleted && limits.deletions)
    attempt(`session ${session + 1}: the cart changes, and Medusa deletes the session`, (next) => {
      paymentOf(next, session).isSessionDeleted = true
    })
}

/** As the store reads it. */
function hasPart(payment: Payment): boolean {
  return payment.attempts.some((attempt, number) => {
    const { attempt_id } = rowOf(payment, number)
    return (
      hasUnsettledMoney(attempt) &&
      !payment.refunds.some((one) => isBooked(one) && one.attempt_id === attempt_id)
    )
  })
}

const NEW_INVOICE: GatewayInvoice = {
  ...{ status: "pending", received: 0, before: 0, most: 0, wasSettled: false, isSilent: false },
}

function openAttempt(world: World, session: number): boolean {
  const payment = paymentOf(world, session)
  const { isSessionDeleted, order_closed_at } = payment
  const refusal = refuseAttempt(
    {
      state: payment.current < 0 ? "choosing" : stateOf(payment, payment.current),
      ...{ order_closed_at, abandoned_at: isSessionDeleted ? nowOf(payment) : null },
    },
    { ...NO_KNOWN_MONEY, hasPart: hasPart(payment) },
    { isOrderCancelled: world.isOrderCancelled, attemptCount: payment.attempts.length }
  )
  const cover = coverOf(world, session)
  if (refusal !== null || payment.isSessionDeleted || isPaidOtherwise(cover)) return false
  const number = payment.attempts.length
  payment.attempts.push({
    ...{ invoice: NEW_INVOICE, isRead: false, state: "opening", updated_at: nowOf(payment) },
    ...{ gateway_status: null, received_amount: null, implausible_amount: null, largest_part_amount: null },
    ...{ part_seen_at: null, confirming_at: null },
  })
  payment.current = number
  // The answer of the gateway is recorded like any reading.
  settle(world, session, number, { invoice: NEW_INVOICE, seen: { state: "opening", current: number } })
  return true
}

function workers(world: World, session: number, limits: Limits, attempt: Try): void {
  const payment = paymentOf(world, session)
  payment.attempts.forEach(({ invoice, gateway_status }, number) => {
    const what = invoice.status === gateway_status ? "a duplicate webhook or a poll" : "a webhook"
    for (const cut of [undefined, ...(world.spent.kills < limits.kills ? CUTS : [])]) {
      const death = cut ? `, and the process dies (${cut})` : ""
      attempt(`${named(session, number)}: ${what} reports ${invoice.status}${death}`, (next) => {
        if (cut) next.spent.kills++
        check(next, session, number, cut)
      })
    }
    if (world.spent.reads < limits.reads)
      attempt(`${named(session, number)}: a slow process reads ${invoice.status}, and acts later`, (next) => {
        next.spent.reads++
        const own = paymentOf(next, session)
        const state = stateOf(own, number)
        own.reads.push({ attempt: number, invoice, state, current: own.current })
      })
  })
  payment.reads.forEach(({ attempt: number, invoice, ...seen }, index) =>
    attempt(`${named(session, number)}: the slow process acts on ${invoice.status}, out of order`, (next) => {
      paymentOf(next, session).reads.splice(index, 1)
      settle(next, session, number, { invoice, seen })
      attemptOf(paymentOf(next, session), number).isRead = false
    })
  )
  if (payment.resolution !== null && payment.resolution_done_at === null)
    attempt(`session ${session + 1}: the job executes the choice of the operator`, (next) =>
      executeResolution(next, session)
    )
}

function operator(world: World, session: number, limits: Limits, attempt: Try): void {
  const payment = paymentOf(world, session)
  if (payment.outcome === "held" && payment.resolution === null)
    for (const choice of PAYMENT_RESOLUTIONS)
      attempt(`session ${session + 1}: the operator decides: ${choice}`, (next) =>
        resolve(next, session, choice)
      )
  payment.refunds.forEach(({ id, state, isWithdrawn }, index) => {
    const refund = (next: World) => paymentOf(next, session).refunds[index]
    if (state === "due" && !isWithdrawn)
      attempt(`session ${session + 1}: the operator pays refund ${id}`, (next) => {
        const own = refund(next)
        if (!own || !beginPayout(paymentOf(next, session), own)) return false
        next.breach = findUnbackedPayout(paymentOf(next, session))
        return true
      })
    if (state === "sent")
      for (const end of REFUND_TRANSITIONS.sent)
        attempt(
          `session ${session + 1}: the payout of ${id} ${end === "done" ? "arrives" : "fails"}`,
          (next) => {
            const own = refund(next)
            if (!own) return
            own.state = end
            if (end === "due") own.share_amount = null
            if (end === "due" && own.kind === "order") own.token_amount = null
          }
        )
  })
  if (payment.captured !== "0" && world.spent.refunds < limits.refunds)
    for (const amount of ["4", "10"])
      attempt(`session ${session + 1}: the merchant refunds $${amount} in Medusa`, (next) =>
        refundInMedusa(next, session, amount)
      )
}

function refundInMedusa(world: World, session: number, amount: string): boolean {
  const payment = paymentOf(world, session)
  const { captured, refunded } = payment
  const payments = [{ id: "pay", sessionId: "ses", captured: [captured], refunded: [refunded] }]
  const decision = decideOrderRefund({ payments, amount, decimals: 2, chosen: null, isExact: true })
  if (decision.kind === "refused") return false
  world.spent.refunds++
  payment.refunded = String(Number(refunded) + Number(amount))
  oweMedusaRefunds(payment)
  return true
}

function order(world: World, { kills }: Limits, attempt: Try): void {
  const isOpen = world.payments.some(({ order_closed_at }) => order_closed_at === null)
  if (!world.isOrderCancelled) {
    attempt("the merchant cancels the order", (next) => cancelOrder(next, true))
    if (world.spent.kills < kills)
      attempt("the merchant cancels the order, and the process dies before its refund", (next) => {
        next.spent.kills++
        cancelOrder(next, false)
      })
    attempt("the order is overdue", (next) => followUpOverdue(next, "in time"))
    attempt("the order is overdue, and any hold for a part is over", (next) =>
      followUpOverdue(next, "hold over")
    )
  } else if (isOpen) attempt("the job closes the cancelled order", (next) => closeOrder(next))
}

type Move = { text: string; to: GatewayInvoice; cost: { transfers: number; reversals: number } }

const NOTHING = { transfers: 0, reversals: 0 }
const TRANSFER = { transfers: 1, reversals: 0 }
const REVERSAL = { transfers: 0, reversals: 1 }
const EXPECTED = 10
/** A part, the rest of it, all of it, and more than all of it. */
const AMOUNTS = [4, 6, 10, 14]

/** What the shopper, the chain and the gateway can do with an invoice that asks for ten tokens. */
function moves(invoice: GatewayInvoice, spent: World["spent"], limits: Limits): Move[] {
  const { status, received } = invoice
  const found: Move[] = []
  if ((status === "pending" || status === "expired") && spent.transfers < limits.transfers)
    for (const amount of AMOUNTS) {
      const total = received + amount
      const most = Math.max(invoice.most, total)
      const to = { ...invoice, received: total, before: received, isSilent: false, most }
      const isAll = total >= EXPECTED
      if (isAll || amount === 4)
        found.push({
          text: `the shopper sends ${amount}${status === "expired" ? ", late" : ""}`,
          to: isAll ? { ...to, status: "confirming" } : to,
          cost: TRANSFER,
        })
    }
  if (status === "pending") {
    found.push({ text: "the invoice expires", to: { ...invoice, status: "expired" }, cost: NOTHING })
    if (received > 0)
      found.push({
        text: `the gateway accepts ${received} as paid`,
        to: { ...invoice, status: "paid", wasSettled: true },
        cost: NOTHING,
      })
  }
  if (status === "confirming") {
    const final = received > EXPECTED ? "overpaid" : "paid"
    found.push({
      text: `the chain confirms ${received}: ${final}`,
      to: { ...invoice, status: final, wasSettled: true },
      cost: NOTHING,
    })
  }
  if (spent.reversals < limits.reversals && status !== "pending" && status !== "expired")
    found.push({
      text: status === "confirming" ? "a reorganization undoes the transfer" : "the gateway takes it back",
      to: { ...invoice, status: "pending", received: invoice.before, isSilent: status === "confirming" },
      cost: REVERSAL,
    })
  return found
}
