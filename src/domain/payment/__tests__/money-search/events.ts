import { refuseAttempt } from "../../attempt"
import { hasUnsettledMoney } from "../../received-amount"
import { isPaidOtherwise } from "../../settlement"
import { PAYMENT_RESOLUTIONS } from "../../payment-status"
import { decideOrderRefund } from "../../../refund/refund-amount"
import { REFUND_TRANSITIONS } from "../../../refund/refund-lifecycle"
import { NO_KNOWN_MONEY } from "../settlement-samples"
import { attemptOfRefund, beginPayout, coverOf, isBooked, oweMedusaRefunds } from "./ledger"
import { executeResolution, resolve } from "./resolve"
import { check, settle } from "./settle"
import {
  copyPayment,
  type GatewayInvoice,
  mustHave,
  nowOf,
  type Payment,
  type Refund,
  rowOf,
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
  /** 1 allows one of each session. */
  deletions: 0 | 1
}

/** What an event takes one of, out of the budget of a story. */
export const PRICES = ["nothing", "transfers", "reversals", "kills", "reads", "refunds", "deletions"] as const
export type Price = (typeof PRICES)[number]

/** An event that only our rows decide and change. Its text is a line of a story, after the name of its session. */
export type RowEvent = {
  text: string
  price: Price
  /** Returns false where it could not happen. */
  change: (world: World) => unknown
  /** The payment has another attempt then. */
  isOpening?: true
  /** Money of this attempt goes out: the gateway has to back it. */
  paysFrom?: number
}

/** An attempt, as stories name it. */
export const named = (number: number) => `, attempt ${number + 1}`

/** What the shopper, the merchant and the operator can do with a payment. */
export function rowEvents(payment: Payment): RowEvent[] {
  const { attempts, captured, isSessionDeleted, outcome, resolution, refunds } = payment
  const events: RowEvent[] = []
  const can = (text: string, change: RowEvent["change"], more: Partial<RowEvent> = {}) =>
    events.push({ text, price: "nothing", change, ...more })
  if (attempts.length < 2) {
    const what = attempts.length === 0 ? "a token" : "another token"
    can(`${named(attempts.length)}: the shopper chooses ${what}`, openAttempt, { isOpening: true })
  }
  if (!isSessionDeleted)
    can(": the cart changes, and Medusa deletes the session", ({ own }) => (own.isSessionDeleted = true), {
      price: "deletions",
    })
  if (resolution !== null && payment.resolution_done_at === null)
    can(": the job executes the choice of the operator", executeResolution)
  if (outcome === "held" && resolution === null)
    for (const choice of PAYMENT_RESOLUTIONS)
      can(`: the operator decides: ${choice}`, (world) => resolve(world, choice))
  for (const [index, refund] of refunds.entries()) {
    const { id, state, isWithdrawn } = refund
    if (state === "due" && !isWithdrawn)
      can(`: the operator pays refund ${id}`, ({ own }) => beginPayout(own, mustHave(own.refunds[index])), {
        paysFrom: attemptOfRefund(payment, refund),
      })
    if (state === "sent")
      for (const end of REFUND_TRANSITIONS.sent)
        can(`: the payout of ${id} ${end === "done" ? "arrives" : "fails"}`, ({ own }) =>
          endPayout(mustHave(own.refunds[index]), end)
        )
  }
  if (captured !== "0")
    for (const amount of ["4", "10"])
      can(`: the merchant refunds $${amount} in Medusa`, ({ own }) => refundInMedusa(own, amount), {
        price: "refunds",
      })
  return events
}

function endPayout(refund: Refund, end: "done" | "due"): void {
  refund.state = end
  if (end === "due") refund.share_amount = null
  if (end === "due" && refund.kind === "order") refund.token_amount = null
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

export const NEW_INVOICE: GatewayInvoice = {
  ...{ status: "pending", received: 0, before: 0, most: 0, wasSettled: false, isSilent: false },
}

function openAttempt(world: World): boolean {
  const payment = world.own
  const { isSessionDeleted, order_closed_at } = payment
  const refusal = refuseAttempt(
    {
      state: payment.current < 0 ? "choosing" : stateOf(payment, payment.current),
      ...{ order_closed_at, abandoned_at: isSessionDeleted ? nowOf(payment) : null },
    },
    { ...NO_KNOWN_MONEY, hasPart: hasPart(payment) },
    { isOrderCancelled: world.isOrderCancelled, attemptCount: payment.attempts.length }
  )
  const cover = coverOf(world)
  if (refusal !== null || payment.isSessionDeleted || isPaidOtherwise(cover)) return false
  const number = payment.attempts.length
  payment.attempts.push({
    ...{ invoice: NEW_INVOICE, isRead: false, state: "opening", updated_at: nowOf(payment) },
    ...{ gateway_status: null, received_amount: null, implausible_amount: null, largest_part_amount: null },
    ...{ part_seen_at: null, confirming_at: null, backed: 0 },
  })
  payment.current = number
  // The answer of the gateway is recorded like any reading.
  settle(world, number, { invoice: NEW_INVOICE, seen: { state: "opening", current: number } })
  return true
}

/** A process checks an attempt, and dies after each of its writes. @returns what it leaves, by the last write */
export function deathsOf(world: World, number: number): Map<string, Payment> {
  const left = new Map<string, Payment>()
  check(world, number, (cut, payment) => {
    if (!left.has(cut)) left.set(cut, copyPayment(payment))
  })
  return left
}

function refundInMedusa(payment: Payment, amount: string): boolean {
  const { captured, refunded } = payment
  const payments = [{ id: "pay", sessionId: "ses", captured: [captured], refunded: [refunded] }]
  const decision = decideOrderRefund({ payments, amount, decimals: 2, chosen: null, isExact: true })
  if (decision.kind === "refused") return false
  payment.refunded = String(Number(refunded) + Number(amount))
  oweMedusaRefunds(payment)
  return true
}

type Move = { text: string; to: GatewayInvoice; price: Price }

const EXPECTED = 10
/** A part, the rest of it, all of it, and more than all of it. */
const AMOUNTS = [4, 6, 10, 14]

/** What the shopper, the chain and the gateway can do with an invoice that asks for ten tokens. */
export function moves(invoice: GatewayInvoice): Move[] {
  const { status, received } = invoice
  const found: Move[] = []
  if (status === "pending" || status === "expired")
    for (const amount of AMOUNTS) {
      const total = received + amount
      const most = Math.max(invoice.most, total)
      const to = { ...invoice, received: total, before: received, isSilent: false, most }
      const isAll = total >= EXPECTED
      if (isAll || amount === 4)
        found.push({
          text: `the shopper sends ${amount}${status === "expired" ? ", late" : ""}`,
          to: isAll ? { ...to, status: "confirming" } : to,
          price: "transfers",
        })
    }
  if (status === "pending") {
    found.push({ text: "the invoice expires", to: { ...invoice, status: "expired" }, price: "nothing" })
    if (received > 0)
      found.push({
        text: `the gateway accepts ${received} as paid`,
        to: { ...invoice, status: "paid", wasSettled: true },
        price: "nothing",
      })
  }
  if (status === "confirming") {
    const final = received > EXPECTED ? "overpaid" : "paid"
    found.push({
      text: `the chain confirms ${received}: ${final}`,
      to: { ...invoice, status: final, wasSettled: true },
      price: "nothing",
    })
  }
  if (status !== "pending" && status !== "expired")
    found.push({
      text: status === "confirming" ? "a reorganization undoes the transfer" : "the gateway takes it back",
      to: { ...invoice, status: "pending", received: invoice.before, isSilent: status === "confirming" },
      price: "reversals",
    })
  return found
}
