import type { MedusaError } from "@medusajs/framework/utils"
import { momentInWords } from "../../domain/moment-in-words"
import type { AddressRefusal } from "../../domain/refund/refund-address"
import type { RefundNote, RefundRefusal } from "../../domain/refund/refund-amount"
import type { RefundChoiceRefusal, RefundState } from "../../domain/refund/refund-lifecycle"
import { payoutError } from "../payout/payout-access"
import { approvalProblemInWords } from "../payout/payout-words"

/** Why an operator cannot decide about a proposed address, or ask for one. */
export function addressRefusalInWords(refusal: AddressRefusal): string {
  switch (refusal.code) {
    case "payout_confirmed":
      return "The payout of this refund is confirmed, so its address can no longer change."
    case "refund_done":
      return "This refund is done."
    case "link_ended":
      return "A newer link replaced this one. Reload the refund."
    case "nothing_proposed":
      return "The customer has not proposed an address yet."
    case "proposal_changed":
      return "The customer has changed the address. Reload the refund and decide about the new one."
    case "already_decided":
      return refusal.state === "approved"
        ? "The address is already approved."
        : "The address is already declined."
    case "approval":
      return approvalProblemInWords(refusal.problem)
  }
}

/** The error that answers with the code and the words. */
export function addressError(refusal: AddressRefusal): MedusaError {
  const words = addressRefusalInWords(refusal)
  if (refusal.code === "approval") return payoutError(refusal.problem.code, words)
  return payoutError(refusal.code === "already_decided" ? "already_done" : refusal.code, words)
}

type Units = { token: string; currency_code: string }

const PAY_ELSEWHERE = "Pay it another way and mark it as paid elsewhere."

/** With the way out. */
export function refundRefusalInWords(refusal: RefundRefusal, { token, currency_code }: Units): string {
  const currency = currency_code.toUpperCase()
  switch (refusal.code) {
    case "over_refund":
      return `Only ${refusal.leftFiat} ${currency} of the payment can still be refunded. ${PAY_ELSEWHERE}`
    case "too_small":
      return refusal.isDust
        ? `The amount is below the smallest unit of ${token}. ${PAY_ELSEWHERE}`
        : "There is nothing to refund."
    case "no_rate":
      return `${token} has no price in ${currency} today. Refund the tokens received.`
    case "unknown_amount":
      return `The provider did not report how much arrived. Enter the amount in ${token}.`
    case "exceeds_received":
      return excessInWords(refusal, token)
  }
}

function excessInWords(excess: Extract<RefundRefusal, { code: "exceeds_received" }>, token: string): string {
  switch (excess.reason) {
    case "nothing_left":
      return `All money received for this payment is refunded or on its way. ${PAY_ELSEWHERE}`
    case "above_left":
      return `This is ${excess.wantedTokens} ${token}, but only ${excess.leftTokens} ${token} of the payment are left. Refund the tokens received.`
    case "above_received": {
      const left = `${excess.leftTokens} ${token}`
      return excess.isSurplus
        ? `The payment brought ${excess.receivedTokens} ${token}. Its other refunds leave at most ${left} for this one.`
        : `The payment brought ${excess.receivedTokens} ${token}, and ${left} can still be refunded.`
    }
  }
}

export function noteInWords(note: RefundNote, { token, currency_code }: Units): string {
  if (note.kind === "gets_less")
    return `Its share is ${note.shareTokens} ${token}, but earlier refunds took more than theirs: ${note.leftTokens} ${token} are left.`
  return (
    `${note.extraTokens} ${token} more than its share. That leaves ${note.otherTokens} ${token} for the other ` +
    `${note.otherFiat} ${currency_code.toUpperCase()} of the payment.`
  )
}

/** Decimals in token units. */
export function feeInWords(tokens: string, fee: string, token: string): string {
  return `The amount is ${tokens} ${token} and the provider's last fee was ${fee} ${token}: nothing would arrive. ${PAY_ELSEWHERE}`
}

export const MEDUSA_HAS_NONE = "Medusa has no such refund on the order. Record the refund in Medusa first."

export const CHOICE_WORDS = {
  quoted: "Its payout awaits confirmation. Confirm or cancel that one.",
  confirmed: "Its payout is confirmed.",
  sent: "Its payout is on its way.",
  done: "It is paid.",
  settled_elsewhere: "It was paid elsewhere.",
  medusa_has_none: MEDUSA_HAS_NONE,
} as const satisfies Record<Exclude<RefundChoiceRefusal, "not_allowed" | "asset" | "amount">, string>

/** `by` is a name; null where unknown. */
type EarlierAction = { state: RefundState; isSettledElsewhere: boolean; by: string | null; at: Date | null }

const NOW = {
  due: "An earlier payout turned out to be active.",
  quoted: "Its payout awaits confirmation.",
  confirmed: "Its payout is confirmed.",
  sent: "Its payout is on its way.",
  done: "It is paid.",
} as const satisfies Record<RefundState, string>

/** Says why a refund can no longer be paid or marked as paid, by whom and when. */
export function refundConflictInWords({ state, isSettledElsewhere, by, at }: EarlierAction): string {
  const now = isSettledElsewhere ? CHOICE_WORDS.settled_elsewhere : NOW[state]
  if (by === null) return now
  const when = at === null ? "" : ` ${momentInWords(at)}`
  return isSettledElsewhere
    ? `${by} marked it as paid elsewhere${when}.`
    : `${by} requested its payout${when}. ${now}`
}
