import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"

export type FoundOutcome = "paid" | "not_paid"

export type WithdrawalDecision =
  | { action: "quote" | "check" }
  | { action: "cancel" }
  | { action: "confirm" | "approve"; quoteId: string }
  | { action: "adopt"; gatewayWithdrawalId: string }
  | { action: "write_off"; note: string; notThis: readonly string[] }
  | { action: "acknowledge"; note: string; mismatch: string }
  | {
      action: "end"
      outcome: FoundOutcome
      note: string
      txHash: string | null
      notThis: readonly string[]
    }

/** `notThis` holds IDs at the provider, with spaces or commas between them. */
export const NO_ENTRIES = {
  gatewayWithdrawalId: "",
  writeOffNote: "",
  notThis: "",
  seenNote: "",
  outcome: "" as FoundOutcome | "",
  endNote: "",
  txHash: "",
}

export type DecisionEntries = typeof NO_ENTRIES

/** Null while an entry is missing. */
export function toDecision(
  action: OnchainWithdrawalAction,
  { state, quote, mismatch }: Pick<OnchainWithdrawalDetail, "state" | "quote" | "mismatch">,
  entries: DecisionEntries
): WithdrawalDecision | null {
  switch (action) {
    case "quote":
    case "check":
    case "cancel":
      return { action }
    case "confirm":
    case "approve":
      return quote && { action, quoteId: quote.id }
    case "adopt": {
      const gatewayWithdrawalId = entries.gatewayWithdrawalId.trim()
      return gatewayWithdrawalId ? { action, gatewayWithdrawalId } : null
    }
    case "write_off": {
      const note = entries.writeOffNote.trim()
      return note ? { action, note, notThis: listedIds(entries.notThis) } : null
    }
    case "acknowledge": {
      const note = entries.seenNote.trim()
      return note && mismatch !== null ? { action, note, mismatch } : null
    }
    case "end": {
      const note = entries.endNote.trim()
      const txHash = entries.txHash.trim() || null
      // Without an answer it can only end as paid, by its transaction.
      if (state === "unknown")
        return note && txHash ? { action, outcome: "paid", note, txHash, notThis: [] } : null
      if (!note || !entries.outcome) return null
      const notThis = entries.outcome === "not_paid" ? listedIds(entries.notThis) : []
      return { action, outcome: entries.outcome, note, txHash: null, notThis }
    }
  }
}

const listedIds = (entry: string) => entry.split(/[\s,]+/).filter((id) => id !== "")

export function toWithdrawalCall(decision: WithdrawalDecision): {
  path: string
  body: Record<string, string | readonly string[]>
} {
  switch (decision.action) {
    case "confirm":
    case "approve":
      return { path: decision.action, body: { quote_id: decision.quoteId } }
    case "adopt":
      return { path: "adopt", body: { gateway_withdrawal_id: decision.gatewayWithdrawalId } }
    case "write_off":
      return { path: "write-off", body: { note: decision.note, not_this: decision.notThis } }
    case "acknowledge":
      return { path: "acknowledge", body: { note: decision.note, mismatch: decision.mismatch } }
    case "end":
      return {
        path: "end",
        body: {
          outcome: decision.outcome,
          note: decision.note,
          ...(decision.txHash === null ? {} : { tx_hash: decision.txHash }),
          ...(decision.notThis.length === 0 ? {} : { not_this: decision.notThis }),
        },
      }
    case "quote":
    case "cancel":
    case "check":
      return { path: decision.action satisfies OnchainWithdrawalAction, body: {} }
  }
}

type Offered = Pick<
  OnchainWithdrawalDetail,
  "state" | "quote" | "mismatch" | "mismatch_seen" | "resolution" | "choices"
>

/** Actions that need no payout permission. A check of one that is being sent repeats its call. */
function isHarmless(action: OnchainWithdrawalAction, { state }: Offered): boolean {
  return action === "cancel" || (action === "check" && state !== "sending")
}

/**
 * The actions of a withdrawal, the next step first. The server decides whether each is possible. An expired
 * quote is never confirmed.
 */
export function offeredActions(withdrawal: Offered, mayPayOut: boolean): OnchainWithdrawalAction[] {
  const { mismatch, mismatch_seen: seen } = withdrawal
  const steps = stepsOf(withdrawal)
  const all = mismatch !== null && seen === null ? ["acknowledge" as const, ...steps] : steps
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

/** The one next step; the rest stands behind "…". */
export function primaryAction(actions: readonly OnchainWithdrawalAction[]): OnchainWithdrawalAction | null {
  return NEXT_STEPS.find((step) => actions.includes(step)) ?? null
}

const NEXT_STEPS: readonly OnchainWithdrawalAction[] = ["quote", "confirm", "approve", "check"]
