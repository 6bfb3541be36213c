import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"
import { type EntryField, exact, note } from "../ui/form/entries"

const noteOf = (action: string) =>
  note(`payout.${action}.label`, { placeholder: `payout.${action}.placeholder` })

/** Withdrawals that the provider lists and that the operator identified as others. */
const NOT_THIS: EntryField = {
  name: "not_this",
  as: "list",
  label: "payout.write_off.notThis",
  hint: "payout.write_off.notThisHint",
  isOptional: true,
}

const OUTCOME: EntryField = {
  name: "outcome",
  as: (["paid", "not_paid"] as const).map((value) => ({
    value,
    label: `payout.end.${value}.label`,
    description: `payout.end.${value}.text`,
  })),
  label: "payout.end.outcome",
}

/** What an action sends, and what an operator has to enter before it. */
export function formOf(
  action: OnchainWithdrawalAction,
  { state, quote, mismatch }: Pick<OnchainWithdrawalDetail, "state" | "quote" | "mismatch">
): { body: object; fields: EntryField[] } {
  switch (action) {
    case "quote":
    case "check":
    case "cancel":
      return { body: {}, fields: [] }
    case "confirm":
    case "approve":
      return { body: { quote_id: quote?.id }, fields: [] }
    case "adopt":
      return { body: {}, fields: [exact("gateway_withdrawal_id", "payout.adopt.label")] }
    case "write_off":
      return { body: {}, fields: [noteOf(action), NOT_THIS] }
    case "acknowledge":
      return { body: { mismatch }, fields: [noteOf(action)] }
    case "end":
      // Without an answer it can only end as paid, by its transaction.
      if (state === "unknown")
        return {
          body: { outcome: "paid" },
          fields: [exact("tx_hash", "payout.end.transaction"), noteOf(action)],
        }
      return {
        body: {},
        fields: [OUTCOME, noteOf(action), { ...NOT_THIS, isShown: ({ outcome }) => outcome === "not_paid" }],
      }
  }
}

type Offered = Pick<OnchainWithdrawalDetail, "state" | "quote" | "review" | "resolution" | "choices">

/** Actions that need no payout permission. A check of one that is being sent repeats its call. */
function isHarmless(action: OnchainWithdrawalAction, { state }: Offered): boolean {
  return action === "cancel" || (action === "check" && state !== "sending")
}

/**
 * The actions of a withdrawal, the next step first. The server decides whether each is possible. An expired
 * quote is never confirmed.
 */
export function offeredActions(withdrawal: Offered, mayPayOut: boolean): OnchainWithdrawalAction[] {
  const steps = stepsOf(withdrawal)
  const all = withdrawal.review === null ? steps : ["acknowledge" as const, ...steps]
  return all.filter((action) => mayPayOut || isHarmless(action, withdrawal))
}

function stepsOf({ state, quote, resolution, choices }: Offered): OnchainWithdrawalAction[] {
  const isQuoteGood = quote !== null && !quote.is_expired
  switch (state) {
    case "requested":
      return ["quote", "cancel"]
    case "quoted":
      return [isQuoteGood ? "confirm" : "quote", "cancel"]
    case "awaiting_approval":
      return [isQuoteGood ? "approve" : "quote", "cancel"]
    // A failure may turn out to be none.
    case "failed":
    case "sending":
      return ["check"]
    // A user ends one only when the provider has not reported on it for days.
    case "sent":
      return choices.end.is_possible ? ["check", "end"] : ["check"]
    case "unknown":
      return ["adopt", "end", "write_off", "check"]
    // It may have been sent after all.
    case "refused":
      return resolution !== null && choices.check.is_possible ? ["check"] : []
    case "completed":
    case "cancelled":
      return []
  }
}

/** What stands against an approval and a renewed quote ends. */
const RENEWED = ["payout.expired", "payout.no_quote"]

/** Whether the reader may approve it, if need be once its quote is renewed. */
export function isYourApproval({ state, choices: { approve } }: Pick<Offered, "state" | "choices">): boolean {
  if (state !== "awaiting_approval") return false
  return approve.is_possible || RENEWED.includes(approve.details?.[0]?.code ?? "")
}

/** The one next step; the rest stands behind "…". */
export function primaryAction(actions: readonly OnchainWithdrawalAction[]): OnchainWithdrawalAction | null {
  return NEXT_STEPS.find((step) => actions.includes(step)) ?? null
}

const NEXT_STEPS: readonly OnchainWithdrawalAction[] = ["quote", "confirm", "approve", "check"]
