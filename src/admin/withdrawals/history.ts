import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const WITHDRAWAL_HISTORY_WORDING = {
  requested: "Asked for",
  quoted: "Quote received",
  quote_refused: "Quote refused by the service",
  quote_expired: "Quote expired before it was used",
  confirmed: "Confirmed",
  approved: "Approved",
  cancelled: "Called off",
  lapsed: "Called off, because nobody went on with it",
  sent: "Taken on by the service",
  refused: "Refused by the service",
  unclear: "Answer lost, needs somebody to look",
  found: "Found at the service",
  adopted: "Found at the service by a person",
  written_off: "Ended as not sent by a person",
  ended_paid: "Ended as paid by a person",
  ended_not_paid: "Ended as not paid by a person",
  acknowledged: "Looked at by a person",
  completed: "Paid out",
  failed: "Failed at the service",
  contradicted: "The service said otherwise than this store",
} as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describeWithdrawalHistory(action: string, t: Translate): string {
  const name = action.replace(/^withdrawal\./, "")
  return Object.hasOwn(WITHDRAWAL_HISTORY_WORDING, name) ? t(`withdrawalHistory.${name}`) : action
}
