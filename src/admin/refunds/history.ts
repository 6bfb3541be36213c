import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const REFUND_HISTORY_WORDING = {
  due: "Became due",
  raised: "More was paid on top",
  payout_started: "Payout asked for",
  payout_ended: "Payout ended without money, due again",
  paid: "Paid",
  settled_elsewhere: "Settled by other means",
  withdrawn: "Taken back by Medusa",
} as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describeRefundHistory(action: string, t: Translate): string {
  const name = action.replace(/^refund\./, "")
  return Object.hasOwn(REFUND_HISTORY_WORDING, name) ? t(`refundHistory.${name}`) : action
}
