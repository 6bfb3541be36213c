import {
  decideUnpaidOrder,
  type HeldMoney,
  holdUntil,
  stateForOrder,
  type UnpaidOrderFacts,
} from "../../cancel-unpaid-order"
import { isUndecidedPart } from "../../received-amount"
import { addAmounts, subtractAmounts } from "../../../../gateway/amount"
import { isLeft, outstandingOf } from "./resolve"
import { oweMedusaRefunds } from "./ledger"
import { check, queuePart } from "./settle"
import { nowOf, rowOf, stateOf, TOTAL, type Payment, type Row, type World } from "./world"

const OVER_AT_MS = 100
const NOW_MS = { "in time": OVER_AT_MS + 1, "hold over": OVER_AT_MS + 25 * 60 * 60_000 } as const

/** Medusa cancels the order and refunds what it has captured. @param isAnswered our provider recorded the refunds */
export function cancelOrder(world: World, isAnswered: boolean): void {
  world.isOrderCancelled = true
  for (const payment of world.payments) {
    refundKept(payment)
    if (isAnswered) oweMedusaRefunds(payment)
  }
}

function refundKept(payment: Payment): void {
  const { captured, applied, refunded } = payment
  const kept = subtractAmounts(addAmounts(captured, applied), refunded)
  payment.refunded = addAmounts(refunded, kept)
}

/** As `close-order.ts` does for a cancelled order. */
export function closeOrder(world: World): void {
  for (const payment of world.payments) {
    refundKept(payment)
    oweMedusaRefunds(payment)
    payment.order_closed_at ??= nowOf(payment)
  }
}

/** As `cancel-unpaid-order.ts` does: it polls first, and cancels what no money is meant for. */
export function followUpOverdue(world: World, time: keyof typeof NOW_MS): void {
  world.payments.forEach((payment, session) =>
    payment.attempts.forEach((_, number) => {
      if (!isFinal(rowOf(payment, number))) check(world, session, number)
    })
  )
  for (const payment of world.payments) queuePart(payment)
  if (decideUnpaidOrder(factsOf(world, NOW_MS[time])).kind !== "cancel") return
  cancelOrder(world, true)
  closeOrder(world)
}

const isFinal = (row: Row) =>
  row.state === "captured" || (row.state === "unallocated" && !isUndecidedPart(row))

function factsOf(world: World, nowMs: number): UnpaidOrderFacts {
  const isOwed = outstandingOf(world) !== "0"
  const applied = world.payments.filter(({ applied }) => applied !== "0")
  const areParts = isOwed && applied.every((one) => one.order_outstanding_amount !== null)
  const parts = areParts ? applied : []
  const own = world.payments.filter(({ resolution, outcome }) => resolution !== "apply" || outcome !== "held")
  const waiting = world.payments.filter((one) => one.outcome === "held" && one.resolution === null)
  const money = [...parts.map(appliedMoney), ...waiting.map(waitingMoney)]
  const heldUntil = holdUntil(money, OVER_AT_MS, { minBps: 1_000, hours: 24 })
  return {
    payments: own
      .filter((payment) => !parts.includes(payment))
      .flatMap((payment) => payment.attempts.map((_, number) => rowOf(payment, number)))
      .map((row) => stateForOrder(row, isLeft(row))),
    hasOtherPayment: world.payments.some(
      (one) => one.captured !== "0" || (one.applied !== "0" && !parts.includes(one))
    ),
    status: "pending",
    isHeldInPart: heldUntil !== null && nowMs < heldUntil,
    hasApplication: world.payments.some(
      (one) => one.resolution === "apply" && one.resolution_done_at === null
    ),
    ...{ isPaidInPart: false, hasFulfillment: false, isHalfCancelled: false, isOwed, isKept: false },
    ...{ isMoneyInReview: false, depositReading: "read", transactionReading: "read", search: "read" },
    hasUnknownInvoice: false,
  }
}

const appliedMoney = ({ applied_amount }: Payment): HeldMoney => ({
  share: { part: applied_amount ?? "0", whole: TOTAL },
  atMs: 0,
})

function waitingMoney(payment: Payment): HeldMoney {
  const { received_amount: part } = rowOf(payment, payment.current)
  return { share: part === null ? "unknown" : { part, whole: TOTAL }, atMs: 0 }
}

/** Whether the state of every row is one that nothing is waited for in. */
export function isEnded(payment: Payment): boolean {
  if (payment.outcome === "captured") return true
  if (payment.outcome === "held") return payment.resolution_done_at !== null
  return payment.attempts.every((_, number) => {
    const state = stateOf(payment, number)
    return state === "expired" || state === "settled"
  })
}
