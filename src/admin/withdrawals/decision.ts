import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"

/** What a person found out about a withdrawal that the service could not tell of. */
export type FoundOutcome = "paid" | "not_paid"

/** What an operator has decided about a withdrawal. A quote is confirmed by its id, so that no other is meant. */
export type WithdrawalDecision =
  | { action: "quote" | "check" }
  | { action: "cancel" }
  | { action: "confirm" | "approve"; quoteId: string }
  | { action: "adopt"; gatewayWithdrawalId: string }
  | { action: "write_off"; note: string; notThis: readonly string[] }
  | { action: "acknowledge"; note: string; mismatch: string }
  | { action: "end"; outcome: FoundOutcome; note: string; txHash: string | null }

/** What an operator writes or chooses before a step that needs it; empty where nothing is. */
export type DecisionEntries = {
  gatewayWithdrawalId: string
  writeOffNote: string
  /** IDs at the provider, with spaces or commas between them. */
  notThis: string
  seenNote: string
  outcome: FoundOutcome | ""
  endNote: string
  txHash: string
}

export const NO_ENTRIES: DecisionEntries = {
  gatewayWithdrawalId: "",
  writeOffNote: "",
  notThis: "",
  seenNote: "",
  outcome: "",
  endNote: "",
  txHash: "",
}

/**
 * The decision that an action stands for, with what was written and what the page shows.
 *
 * @returns null while something is still to be written
 */
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
      const notThis = entries.notThis.split(/[\s,]+/).filter((id) => id !== "")
      return note ? { action, note, notThis } : null
    }
    case "acknowledge": {
      const note = entries.seenNote.trim()
      return note && mismatch !== null ? { action, note, mismatch } : null
    }
    case "end": {
      const note = entries.endNote.trim()
      const txHash = entries.txHash.trim() || null
      // One whose answer was lost can only end as paid, by its transaction.
      if (state === "unclear") return note && txHash ? { action, outcome: "paid", note, txHash } : null
      return note && entries.outcome ? { action, outcome: entries.outcome, note, txHash: null } : null
    }
  }
}

/** The call that carries a decision out. */
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
        },
      }
    case "quote":
    case "cancel":
    case "check":
      return { path: decision.action satisfies OnchainWithdrawalAction, body: {} }
  }
}
