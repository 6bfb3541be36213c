import { momentInWords } from "../../domain/moment-in-words"
import type { RefundNote, RefundRefusal } from "../../domain/refund/refund-amount"
import type { RefundChoiceRefusal, RefundState } from "../../domain/refund/refund-lifecycle"

type Units = { token: string; currency_code: string }

const SETTLE_OTHERWISE = "Pay it by other means, or leave it, and note it as settled with the reason."

/** With the way out. */
export function refundRefusalInWords(refusal: RefundRefusal, { token, currency_code }: Units): string {
  const currency = currency_code.toUpperCase()
  switch (refusal.code) {
    case "over_refund":
      return `Only ${refusal.leftFiat} ${currency} of the payment are left to refund. ${SETTLE_OTHERWISE}`
    case "too_small":
      return refusal.isDust
        ? `It is less than the smallest amount of ${token}. ${SETTLE_OTHERWISE}`
        : "There is nothing to refund."
    case "no_rate":
      return `There is no price of ${token} in ${currency} today. Take the rate of the payment.`
    case "unknown_amount":
      return `It is unknown how much arrived. Enter the amount in ${token}.`
    case "exceeds_received":
      return excessInWords(refusal, token)
  }
}

function excessInWords(excess: Extract<RefundRefusal, { code: "exceeds_received" }>, token: string): string {
  switch (excess.reason) {
    case "nothing_left":
      return "All that came of the payment is paid back or on its way. Pay it by other means and note it as settled."
    case "above_left":
      return `It comes to ${excess.wantedTokens} ${token}, and only ${excess.leftTokens} ${token} of the payment are left. Take the rate of the payment.`
    case "above_received": {
      const came = `Only ${excess.receivedTokens} ${token} came for this payment`
      const left = `${excess.leftTokens} ${token}`
      return excess.isSurplus
        ? `${came}. Beside its other refunds this one comes to ${left} at most.`
        : `${came}, and ${left} of them are not paid back or on their way.`
    }
  }
}

export function noteInWords(note: RefundNote, { token, currency_code }: Units): string {
  if (note.kind === "gets_less")
    return (
      `Its part of what came is ${note.shareTokens} ${token}. Other refunds of the payment took more than theirs, ` +
      `so ${note.leftTokens} ${token} are left for it.`
    )
  return (
    `It takes ${note.extraTokens} ${token} more than its part of what came. ` +
    `For the other ${note.otherFiat} ${currency_code.toUpperCase()} of the payment ${note.otherTokens} ${token} are left then.`
  )
}

/** Decimals in token units. */
export function feeInWords(tokens: string, fee: string, token: string): string {
  return `It comes to ${tokens} ${token}, and the provider's fee of a payout was ${fee} ${token} when it was last quoted, so nothing would arrive. ${SETTLE_OTHERWISE}`
}

export const MEDUSA_HAS_NONE =
  "Medusa has no such refund, so nothing is owed by it. Record the refund in Medusa first."

export const CHOICE_WORDS = {
  quoted: "A payout of it waits to be confirmed. Confirm or cancel that one.",
  confirmed: "A payout of it is confirmed.",
  sent: "A payout of it is under way.",
  done: "It is paid.",
  settled_elsewhere: "It was settled by other means.",
  medusa_has_none: MEDUSA_HAS_NONE,
} as const satisfies Record<Exclude<RefundChoiceRefusal, "not_allowed" | "asset" | "amount">, string>

/** `by` is a name; null where unknown. */
type EarlierAction = { state: RefundState; isSettledElsewhere: boolean; by: string | null; at: Date | null }

const NOW = {
  due: "A payout of it has come back to life.",
  quoted: "Its payout waits to be confirmed.",
  confirmed: "Its payout is confirmed.",
  sent: "Its payout is under way.",
  done: "It is paid.",
} as const satisfies Record<RefundState, string>

/** Says why a refund can be neither paid nor settled any more, by whom and when. */
export function refundConflictInWords({ state, isSettledElsewhere, by, at }: EarlierAction): string {
  const now = isSettledElsewhere ? "It was settled by other means." : NOW[state]
  if (by === null) return now
  const when = at === null ? "" : ` ${momentInWords(at)}`
  return isSettledElsewhere
    ? `${by} settled it by other means${when}.`
    : `${by} requested its payout${when}. ${now}`
}
