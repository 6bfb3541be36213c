import { isContradicted } from "../../settlement"
import { isBooked } from "./ledger"
import { attemptOf, TOTAL, type Payment } from "./world"

export const EXPECTED = Number(TOTAL)
export const tokens = (text: string | null) => Number(text ?? "0")

/** Whole tokens of one attempt, by what our books say became of them. */
type Books = { captured: number; kept: number; owed: number; paid: number; held: number }

export function booksOf(payment: Payment, number: number): Books {
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

/** Whether a payout began that the gateway does not back, although our rows have all it says. @returns null if all is well */
export function findUnbackedPayout(payment: Payment): string | null {
  for (const [number, { invoice, isRead }] of payment.attempts.entries()) {
    const { paid } = booksOf(payment, number)
    if (isRead && paid > invoice.received && !isContradicted(payment))
      return `${paid} are paid back, and the gateway, as we have read it, has ${invoice.received}`
  }
  return null
}
