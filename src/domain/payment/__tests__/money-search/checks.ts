import { isContradicted } from "../../settlement"
import { attemptOfRefund, beginPayout, isBooked, oweMedusaRefunds } from "./ledger"
import { isEnded } from "./order"
import { executeResolution, resolve } from "./resolve"
import { attemptOf, type GatewayInvoice, TOTAL, type Payment, type Refund, type World } from "./world"

/** What the order costs, in dollars as in tokens. */
export const EXPECTED = Number(TOTAL)
const tokens = (text: string | null) => Number(text ?? "0")

/** Whole tokens of one attempt, by what our books say became of them. */
type Books = { captured: number; kept: number; owed: number; paid: number; held: number }

function booksOf(payment: Payment, number: number): Books {
  const id = `attempt ${number}`
  const isShown = payment.current === number
  const { received_amount } = attemptOf(payment, number)
  const refunds = payment.refunds.filter(isBooked)
  const own = refunds.filter((one) => (one.attempt_id === null ? isShown : one.attempt_id === id))
  const owed = own.filter(({ kind }) => kind !== "order")
  const { outcome, resolution, resolved_token_amount: resolved } = payment
  const isHeld = isShown && outcome === "held"
  return {
    captured: isShown && outcome === "captured" ? capturedTokens(payment, number) : 0,
    kept: isHeld && resolution === "keep" ? tokens(resolved) : 0,
    held: isHeld && (resolution === null || resolution === "apply") ? tokens(received_amount) : 0,
    owed: owed.reduce((sum, { token_amount }) => sum + tokens(token_amount), 0),
    paid: own.reduce((sum, one) => sum + (one.state === "due" ? 0 : tokens(one.token_amount)), 0),
  }
}

function capturedTokens({ resolution, resolved_token_amount }: Payment, number: number): number {
  return resolution === "apply" ? tokens(resolved_token_amount) : number >= 0 ? EXPECTED : 0
}

/**
 * Whether a payout of an attempt began that the gateway, as far as our rows have what it says, does not back. Money that only
 * confirms backs nothing.
 *
 * @returns null if all is well
 */
export function findUnbackedPayout(payment: Payment, number: number): string | null {
  const { backed, isRead } = attemptOf(payment, number)
  const { paid } = booksOf(payment, number)
  return isRead && paid > backed && !isContradicted(payment)
    ? `${paid} are paid back, and the gateway, as we have read it, has ${backed}`
    : null
}

/** Of the order's total, what Medusa keeps of a payment's captures: together never more than all of it. */
export const keptOf = ({ captured, applied, refunded }: Payment): number =>
  tokens(captured) + tokens(applied) - tokens(refunded)

/** @returns what of a payment's attempts breaks a rule in any state, after the name of its session; or null */
export function findBreach(payment: Payment): string | null {
  if (payment.breach) return `: ${payment.breach}`
  for (const number of payment.attempts.keys()) {
    const breach = breachOfAttempt(payment, number)
    if (breach) return `, attempt ${number + 1}: ${breach}`
  }
  return null
}

function breachOfAttempt(payment: Payment, number: number): string | null {
  const { invoice } = attemptOf(payment, number)
  const { captured, kept, owed, paid } = booksOf(payment, number)
  if (captured > 0 && payment.resolution === null && !invoice.wasSettled)
    return "it was captured, and the gateway never called it paid"
  if (paid > invoice.most) return `${paid} are paid back, and ${invoice.most} arrived`
  // A payment that is captured within the tolerance is worth less than expected.
  const booked = Math.min(captured, invoice.most) + kept + owed
  return booked > invoice.most
    ? `${captured} captured, ${kept} kept and ${owed} owed back, and ${invoice.most} arrived`
    : null
}

/** The operator does all that is left. */
export function decideAll(world: World): void {
  const payment = world.own
  if (payment.outcome === "held" && payment.resolution === null) resolve(world, "refund_due")
  executeResolution(world)
  oweMedusaRefunds(payment)
  for (const refund of payment.refunds)
    if (
      isBooked(refund) &&
      (refund.state === "sent" || (refund.state === "due" && beginPayout(payment, refund)))
    )
      refund.state = "done"
}

/** What becomes of an invoice when nothing else happens. */
export function finalOf(invoice: GatewayInvoice): GatewayInvoice {
  if (invoice.status === "pending") return { ...invoice, status: "expired" }
  if (invoice.status !== "confirming") return invoice
  return { ...invoice, status: invoice.received > EXPECTED ? "overpaid" : "paid", wasSettled: true }
}

/** @returns what is wrong with the end of a payment's story, after the name of its session; or null */
export function judgeEnd(payment: Payment): string | null {
  if (!isEnded(payment)) return " ends in no final state"
  const stuck = payment.refunds.find((refund) => isBooked(refund) && refund.state !== "done")
  if (stuck && !isContradicted(payment) && !isTakenBack(payment, stuck))
    return `: refund ${stuck.id} can never be paid`
  for (const number of payment.attempts.keys()) {
    const lost = lostMoney(payment, number)
    if (lost) return `, attempt ${number + 1}: ${lost}`
  }
  return null
}

/** The gateway took back what is owed: the payout is refused, and the operator settles the refund by hand. */
function isTakenBack(payment: Payment, refund: Refund): boolean {
  const number = attemptOfRefund(payment, refund)
  const { received, most } = attemptOf(payment, number).invoice
  const owed = tokens(refund.token_amount)
  return owed === 0 || (most > received && booksOf(payment, number).paid + owed > received)
}

/** In the end every token that arrived is captured, kept or paid back, and none of them twice. */
function lostMoney(payment: Payment, number: number): string | null {
  const { received, most } = attemptOf(payment, number).invoice
  const { captured, kept, owed, held } = booksOf(payment, number)
  const booked = Math.min(captured, Math.max(received, EXPECTED)) + kept + owed + held
  if (booked < received) return `${received} arrived, and only ${booked} are accounted for`
  const isShort = captured > 0 && received < captured && received > 0
  if (booked > received && !isShort && most === received)
    return `${received} arrived, and ${booked} are accounted for`
  return null
}
