import { subtractAmounts } from "../../../../gateway/amount"
import { moneyOf } from "../../../money"
import { moneyOfAttempt } from "../../attempt"
import { surplusOf } from "../../received-amount"
import { type CoverFacts, type PaidElsewhere, paidElsewhere, type SessionFacts } from "../../settlement"
import { calculateRefund, planSurplus } from "../../../refund/refund-calculation"
import { attemptRefundId, surplusRefundId, unallocatedRefundId } from "../../../refund/refund-amount"
import { rowOf, TOTAL, type Payment, type Refund, type Row, type World } from "./world"

/** The effects of the refund ledger on our rows; the rules decide what is owed. */

export const isBooked = ({ isWithdrawn }: Refund) => !isWithdrawn

const DUE = { state: "due", share_amount: null, earlier_tokens: "0", isWithdrawn: false } as const

export function oweSurplus(payment: Payment, row: Row): void {
  const owed = surplusOf(row)
  if (owed !== undefined) oweTokens(payment, surplusRefundId("payment"), owed, null)
}

export function oweAttempt(payment: Payment, number: number): void {
  const row = rowOf(payment, number)
  const owed = moneyOfAttempt(row)
  if (owed !== undefined) oweTokens(payment, attemptRefundId(row.attempt_id), owed, row.attempt_id)
}

export function oweUnallocated(payment: Payment, token_amount: string | null): void {
  const id = unallocatedRefundId("payment")
  insert(payment, { ...DUE, id, attempt_id: null, kind: "unallocated", fiat_amount: null, token_amount })
}

/** Medusa's refunds of an order have ids of their own; the same one is recorded once. */
function oweOrderRefund(payment: Payment, id: string, fiat_amount: string): void {
  insert(payment, { ...DUE, id, attempt_id: null, kind: "order", fiat_amount, token_amount: null })
}

function oweTokens(payment: Payment, baseId: string, owed: string | null, attempt_id: string | null): void {
  const known = payment.refunds
    .filter((one) => isBooked(one) && (one.id === baseId || one.id.startsWith(`${baseId}_`)))
    .map(({ id, state, token_amount }) => ({ id, state, tokenAmount: token_amount }))
  const plan = planSurplus({ baseId, owed, known })
  if (plan.do === "insert")
    insert(payment, {
      ...DUE,
      ...{ id: plan.id, attempt_id, kind: "surplus", fiat_amount: null, token_amount: plan.tokenAmount },
    })
  const raised = payment.refunds.find(({ id }) => id === plan.id)
  if (plan.do === "raise" && raised) raised.token_amount = plan.tokenAmount
}

/** A withdrawn refund of an attempt is due again; any other is recorded once. */
function insert(payment: Payment, refund: Refund): void {
  const known = payment.refunds.find(({ id }) => id === refund.id)
  if (!known) payment.refunds.push(refund)
  else if (refund.attempt_id !== null && known.isWithdrawn)
    Object.assign(known, { token_amount: refund.token_amount, earlier_tokens: "0", isWithdrawn: false })
}

export function refundsOfAttempt({ refunds }: Payment, attemptId: string): Refund[] {
  return refunds.filter((one) => isBooked(one) && one.id.startsWith(attemptRefundId(attemptId)))
}

export function withdraw(refunds: readonly Refund[]): void {
  for (const refund of refunds) if (refund.state === "due") refund.isWithdrawn = true
}

export const attemptOfRefund = ({ current }: Payment, { attempt_id }: Refund): number =>
  attempt_id === null ? current : Number(attempt_id.split(" ")[1])

/** Begins the payout of a refund that is due. @returns whether the rules allow it */
export function beginPayout(payment: Payment, refund: Refund): boolean {
  const number = attemptOfRefund(payment, refund)
  const booked = payment.refunds.filter(isBooked)
  const terms = { basis: "payment", price: null, enteredTokens: null, fiatDecimals: 2 } as const
  const calculated = calculateRefund(rowOf(payment, number), refund, booked, terms)
  if ("code" in calculated) return false
  Object.assign(refund, { state: "sent", token_amount: calculated.tokens, share_amount: calculated.share })
  return true
}

/** What Medusa knows about a session, as `load-session-facts.ts` reads it. */
export function sessionFacts(world: World): SessionFacts {
  const payment = world.own
  const elsewhere = paidElsewhereOf(world)
  const isCaptured = payment.captured !== "0"
  const isDeleted = payment.isSessionDeleted && !isCaptured
  const isPaid = elsewhere === "captured"
  const order = { id: "order", isCancelled: world.isOrderCancelled }
  return {
    session: isCaptured ? "captured" : isDeleted ? "deleted" : "alive",
    order: isDeleted && !isPaid ? null : order,
    cart: { id: "cart", isCompleted: true },
    paidElsewhere: isDeleted && !isPaid ? "no" : elsewhere,
    misfit: null,
    isRefundDue: payment.refunded !== "0" || payment.refunds.some(({ kind }) => kind === "order"),
  }
}

const known = new Map<string, PaidElsewhere>()

/** The same payments leave the same room. */
function paidElsewhereOf(world: World): PaidElsewhere {
  const cover = coverOf(world)
  const key = cover.held.map(({ amount }) => amount).join()
  const found = known.get(key) ?? paidElsewhere(cover)
  known.set(key, found)
  return found
}

/** What other payments of the order hold. Only captures: nothing is authorized without one here. */
export function coverOf({ own, other }: World): CoverFacts {
  const held = [kept(other.captured, other), kept(other.applied, other), kept(own.applied, own)].map(usd)
  const total = usd(TOTAL)
  return {
    ...{ isOfCart: true, collectionId: "collection", collection: total, decimals: 2 },
    ...{ orderId: "order", order: total, session: total },
    ...{ held, captured: held, heldElsewhere: [], capturedElsewhere: [], open: [], rivals: [] },
  }
}

const usd = (amount: string) => moneyOf(amount, "usd")
const kept = (captured: string, { refunded }: Payment) =>
  captured === "0" ? "0" : subtractAmounts(captured, refunded)

/** Records Medusa's refunds that did not reach our provider. */
export function oweMedusaRefunds(payment: Payment): void {
  const recorded = payment.refunds.filter(({ kind }) => kind === "order")
  const total = recorded.reduce((sum, { fiat_amount }) => sum + Number(fiat_amount), 0)
  const missing = Number(payment.refunded) - total
  if (missing > 0) oweOrderRefund(payment, `ref_${recorded.length + 1}`, String(missing))
}
