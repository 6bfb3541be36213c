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
import { nowOf, rowOf, stateOf, TOTAL, type Payment, type Row } from "./world"

const OVER_AT_MS = 100
const NOW_MS = { "in time": OVER_AT_MS + 1, "hold over": OVER_AT_MS + 25 * 60 * 60_000 } as const

/** Medusa cancels the order and refunds what it has captured. @param isAnswered our provider recorded the refunds */
export function cancelPayment(payment: Payment, isAnswered: boolean): void {
  const { captured, applied, refunded } = payment
  const kept = subtractAmounts(addAmounts(captured, applied), refunded)
  payment.refunded = addAmounts(refunded, kept)
  if (isAnswered) oweMedusaRefunds(payment)
}

/** As `close-order.ts` does for a cancelled order. */
export function closePayment(payment: Payment): void {
  cancelPayment(payment, true)
  payment.order_closed_at ??= nowOf(payment)
}

/** As `cancel-unpaid-order.ts` does: it cancels what no money is meant for. */
export const isToBeCancelled = (payments: readonly Payment[], time: keyof typeof NOW_MS): boolean =>
  decideUnpaidOrder(factsOf(payments, NOW_MS[time])).kind === "cancel"

/** All that {@link isToBeCancelled} reads of a payment. */
export function keyForOrder(payment: Payment): string {
  const { captured, applied, refunded, applied_amount, order_outstanding_amount, outcome, resolution } =
    payment
  const isHeld = outcome === "held"
  return [
    ...[captured, applied, refunded, applied_amount, order_outstanding_amount, outcome, resolution],
    ...[payment.resolution_done_at === null, isHeld && waitingMoney(payment).share],
    ...payment.attempts.map((_, number) => stateInOrder(payment, number)),
  ]
    .map((part) => JSON.stringify(part))
    .join()
}

function stateInOrder(payment: Payment, number: number) {
  const row = rowOf(payment, number)
  return stateForOrder(row, isLeft(row))
}

/** Whether an overdue order does not read it. */
export const isFinal = (row: Row) =>
  row.state === "captured" || (row.state === "unallocated" && !isUndecidedPart(row))

function factsOf(all: readonly Payment[], nowMs: number): UnpaidOrderFacts {
  const isOwed = outstandingOf(all) !== "0"
  const applied = all.filter(({ applied }) => applied !== "0")
  const areParts = isOwed && applied.every((one) => one.order_outstanding_amount !== null)
  const parts = areParts ? applied : []
  const own = all.filter(({ resolution, outcome }) => resolution !== "apply" || outcome !== "held")
  const waiting = all.filter((one) => one.outcome === "held" && one.resolution === null)
  const money = [...parts.map(appliedMoney), ...waiting.map(waitingMoney)]
  const heldUntil = holdUntil(money, OVER_AT_MS, { minBps: 1_000, hours: 24 })
  return {
    payments: own
      .filter((payment) => !parts.includes(payment))
      .flatMap((payment) => payment.attempts.map((_, number) => stateInOrder(payment, number))),
    hasOtherPayment: all.some((one) => one.captured !== "0" || (one.applied !== "0" && !parts.includes(one))),
    status: "pending",
    isHeldInPart: heldUntil !== null && nowMs < heldUntil,
    hasApplication: all.some((one) => one.resolution === "apply" && one.resolution_done_at === null),
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
