import { decideEarlierMoney } from "../../attempt"
import { decideContradiction, decideEarlierReading, decideReading, type Reading } from "../../invoice-reading"
import { canBeQueued, hasUnsettledMoney, isPartDue, MAX_SHORTFALL_BPS } from "../../received-amount"
import { canMove, type PaymentState } from "../../payment-status"
import {
  decideSettlement,
  isOutdated,
  isSettledFor,
  reasonToHold,
  type SessionFacts,
  type UnallocatedReason,
} from "../../settlement"
import { oweAttempt, oweMedusaRefunds, oweSurplus, refundsOfAttempt, sessionFacts, withdraw } from "./ledger"
import { executeResolution, resolve } from "./resolve"
import {
  attemptOf,
  invoiceOf,
  isCurrent,
  nowOf,
  rowOf,
  stateOf,
  storeState,
  TOTAL,
  type GatewayInvoice,
  type Payment,
  type World,
} from "./world"

const BOUNDS = { maxShortfallBps: MAX_SHORTFALL_BPS }
/** After this many rounds the real step gives up and is repeated. */
const MAX_ROUNDS = 4

/** Where a process that settles can be killed: each is after one write. */
export const CUTS = ["recorded", "decided", "captured in Medusa", "surplus owed", "moved"] as const
type Cut = (typeof CUTS)[number]

/** Sees the payment as a process that dies here leaves it. */
type Witness = (cut: Cut, payment: Payment) => void

/** The row that a process saw when it read the invoice; its first write names it. */
type Seen = { state: PaymentState; current: number }

/**
 * Acts on a reading of an invoice as `settle-payment.ts` does: the effects are its, every decision is made by the rules.
 *
 * @param seen the row as it was when the invoice was read
 */
export function settle(
  world: World,
  number: number,
  { invoice, seen }: { invoice: GatewayInvoice; seen: Seen },
  witness?: Witness
): void {
  new Settlement(world, number, invoice, witness).run(seen)
}

/** A process reads the canonical invoice and acts on it. */
export function check(world: World, number: number, witness?: Witness): void {
  const { invoice } = attemptOf(world.own, number)
  const seen = { state: stateOf(world.own, number), current: world.own.current }
  settle(world, number, { invoice, seen }, witness)
  attemptOf(world.own, number).isRead = true
}

class Settlement {
  private readonly payment: Payment
  private readonly invoice

  constructor(
    private readonly world: World,
    private readonly number: number,
    gatewayInvoice: GatewayInvoice,
    private readonly witness: Witness | undefined
  ) {
    this.payment = world.own
    this.invoice = invoiceOf(gatewayInvoice, number)
  }

  run(seen: Seen): void {
    this.record(seen)
    this.reach("recorded")
    if (!isCurrent(this.payment, this.number) && !this.followEarlier()) return
    const row = this.row()
    if (row.state === "captured" || (row.state === "unallocated" && row.resolution_done_at !== null))
      return oweSurplus(this.payment, row)
    if (row.state === "unallocated" || isOutdated(this.invoice, row)) return
    for (let round = 0; round < MAX_ROUNDS; round++) if (!this.act()) return
  }

  private row() {
    return rowOf(this.payment, this.number)
  }

  private reach(cut: Cut): void {
    this.witness?.(cut, this.payment)
  }

  private record(seen: Seen): void {
    const { payment, number } = this
    const wasCurrent = seen.current === number
    const isUnmoved = stateOf(payment, number) === seen.state
    if (wasCurrent && isCurrent(payment, number)) {
      if (isUnmoved) this.recordCurrent()
    } else if (!isCurrent(payment, number) && isUnmoved) this.recordEarlier()
  }

  private recordCurrent(): void {
    const { payment, number, invoice } = this
    const row = this.row()
    const now = nowOf(payment)
    const reading = decideReading(row, invoice, { bounds: BOUNDS, now })
    if (reading.isCompleted && payment.resolution !== null) return
    if (reading.isCompleted) payment.unallocated_reason = null
    if (reading.trouble) payment.unallocated_reason = reading.trouble
    if (reading.settledAt !== "same") payment.settled_at = reading.settledAt === "now" ? now : null
    this.writeAttempt(reading)
    this.writeContradiction(reading.contradiction)
    if (reading.trouble)
      attemptOf(payment, number).state = reading.attemptState as Payment["attempts"][number]["state"]
    storeState(payment, number, reading.state)
  }

  private recordEarlier(): void {
    const { payment, number, invoice } = this
    const reading = decideEarlierReading(this.row(), invoice, nowOf(payment))
    this.writeAttempt(reading)
    storeState(payment, number, reading.state)
  }

  private writeAttempt({ received, isNowConfirming }: Pick<Reading, "received" | "isNowConfirming">): void {
    const now = nowOf(this.payment)
    const attempt = attemptOf(this.payment, this.number)
    Object.assign(attempt, received, { updated_at: now, gateway_status: this.invoice.status })
    if (isNowConfirming) attempt.confirming_at = now
    const { receivedAmount, status } = this.invoice
    const said = receivedAmount === undefined ? attempt.backed : Number(receivedAmount)
    attempt.backed = status === "confirming" ? Math.min(attempt.backed, said) : said
  }

  private writeContradiction({ found, change }: ReturnType<typeof decideContradiction>): void {
    if (change === "none") return
    this.payment.contradiction = found
    if (change === "begin") this.payment.contradiction_ended_at = null
    if (change === "end") this.payment.contradiction_ended_at ??= nowOf(this.payment)
  }

  /** @returns whether the payment continues with this attempt */
  private followEarlier(): boolean {
    const { payment, number, invoice } = this
    const row = this.row()
    const trouble = row.state === "settled" ? reasonToHold(invoice, row, BOUNDS) : null
    const refunds = refundsOfAttempt(payment, row.attempt_id)
    const current = rowOf(payment, payment.current)
    const { decision, isWithdrawing } = decideEarlierMoney(row, current, refunds, trouble)
    if (isWithdrawing) withdraw(refunds)
    if (decision === "take_over") {
      payment.current = number
      payment.outcome = trouble ? "held" : "open"
      payment.unallocated_reason = trouble
      payment.settled_at = row.state === "settled" ? nowOf(payment) : null
    }
    this.reach("decided")
    if (decision === "owe") oweAttempt(payment, number)
    return decision === "take_over"
  }

  /** @returns whether to decide again */
  private act(): boolean {
    const { payment, number } = this
    const facts = sessionFacts(this.world)
    const decision = decideSettlement(this.invoice, this.row(), facts, BOUNDS)
    switch (decision.kind) {
      case "wait":
        if (isLeftInPart(this.world, payment, number)) holdForReview(payment, number, "partial_payment")
        return false
      case "unallocated":
        if (!holdForReview(payment, number, decision.reason)) return false
        this.reach("decided")
        if (decision.isOwedBack) {
          resolve(this.world, "refund_due")
          this.reach("moved")
          executeResolution(this.world)
        }
        return false
      case "capture_order":
      case "record_captured":
        return this.capture(facts)
      case "retry":
      case "complete_cart":
        throw new Error(`there is no such case here: ${decision.kind}`)
    }
  }

  /** @returns whether to decide again */
  private capture(facts: SessionFacts): boolean {
    const { payment, number } = this
    if (facts.isRefundDue) oweMedusaRefunds(payment)
    if (facts.order && facts.session !== "captured") {
      // Medusa asks our provider, which reads the row: it answers `captured` for settled money only.
      if (stateOf(payment, number) !== "settled") return false
      if (this.world.isOrderCancelled) payment.breach = "money was captured for a cancelled order"
      payment.captured = TOTAL
    }
    this.reach("captured in Medusa")
    const row = this.row()
    oweSurplus(payment, row)
    this.reach("surplus owed")
    if (!canMove(row.state, "captured")) throw new Error(`no edge from ${row.state} to captured`)
    storeState(payment, number, "captured")
    this.reach("moved")
    payment.attempts.forEach((_, other) => {
      if (other !== number) oweAttempt(payment, other)
    })
    if (!isSettledFor(this.invoice, row))
      this.writeContradiction(decideContradiction(payment, this.invoice.status))
    return false
  }
}

/** @returns false when the payment has moved */
function holdForReview(payment: Payment, number: number, reason: UnallocatedReason): boolean {
  if (!isCurrent(payment, number)) return false
  const { state } = rowOf(payment, number)
  if (!canMove(state, "unallocated")) throw new Error(`no edge from ${state} to unallocated`)
  payment.unallocated_reason = reason
  payment.settled_at ??= nowOf(payment)
  storeState(payment, number, "unallocated")
  return true
}

function isLeftInPart(world: World, payment: Payment, number: number): boolean {
  const row = rowOf(payment, number)
  const isOver = attemptOf(payment, number).invoice.status === "expired"
  const isGivenUp = payment.isSessionDeleted || payment.order_closed_at !== null || world.isOrderCancelled
  const wait = { isGivenUp, hasTimedOrder: true, holdHours: 24 }
  return isPartDue({ ...row, expires_at: isOver ? new Date(0) : null }, wait, 1)
}

/** After its deadline, the part that an order got is in the review queue. */
export function queuePart(payment: Payment): void {
  if (payment.current < 0) return
  const row = rowOf(payment, payment.current)
  if (canBeQueued(row.state) && hasUnsettledMoney(row))
    holdForReview(payment, payment.current, "partial_payment")
}
