import { momentInWords } from "./moment-in-words"
import type { RefundState } from "./refund-lifecycle"

/** What a refund says for somebody who comes second. `by` is a name; null where nobody is known. */
export type TakenRefund = {
  state: RefundState
  isSettledElsewhere: boolean
  by: string | null
  at: Date | null
}

const STANDS = {
  due: "A payout of it has come back to life.",
  quoted: "Its payout waits to be confirmed.",
  confirmed: "Its payout is confirmed.",
  sent: "Its payout is under way.",
  done: "It is paid.",
} as const satisfies Record<RefundState, string>

/**
 * Says why a refund can be neither paid nor settled any more, by whom and when.
 *
 * @example refundConflictInWords({ state: "quoted", by: "ada@example.com", at, ... }) // "ada@example.com asked for its payout on .... Its payout waits to be confirmed."
 */
export function refundConflictInWords({ state, isSettledElsewhere, by, at }: TakenRefund): string {
  const stands = isSettledElsewhere ? "It was settled by other means." : STANDS[state]
  if (by === null) return stands
  const when = at === null ? "" : ` ${momentInWords(at)}`
  return isSettledElsewhere
    ? `${by} settled it by other means${when}.`
    : `${by} asked for its payout${when}. ${stands}`
}
