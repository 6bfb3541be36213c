import type { MedusaError } from "@medusajs/framework/utils"
import type { AddressRefusal } from "../../domain/refund/refund-address"
import type { RefundNote, RefundRefusal } from "../../domain/refund/refund-amount"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { say, sayProblem, sentence, type Words } from "../../words/say"
import { payoutError } from "../payout/payout-access"
import { approvalProblemInWords } from "../payout/payout-words"

/** Why an operator cannot decide about a proposed address, or ask for one. */
export function addressRefusalInWords(refusal: AddressRefusal): Words {
  return refusal.code === "approval" ? approvalProblemInWords(refusal.problem) : sayProblem("refund", refusal)
}

export function addressError(refusal: AddressRefusal): MedusaError {
  const words = addressRefusalInWords(refusal)
  if (refusal.code === "approval") return payoutError(refusal.problem.code, words)
  return payoutError(refusal.code === "already_decided" ? "already_done" : refusal.code, words)
}

type Units = { token: string; currency_code: string }

export function refundRefusalInWords(refusal: RefundRefusal, { token, currency_code }: Units): Words {
  const units = { token, currency: currency_code.toUpperCase() }
  if (refusal.code === "too_small" && refusal.isDust) return say("refund.too_small.dust", units)
  if ("isSurplus" in refusal && refusal.isSurplus)
    return say("refund.exceeds_received.surplus", { ...refusal, ...units })
  return sayProblem("refund", refusal, units)
}

export function noteInWords({ kind, ...note }: RefundNote, { token, currency_code }: Units): Words {
  return say(`refund.${kind}`, { ...note, token, currency: currency_code.toUpperCase() })
}

export const feeInWords = (tokens: string, fee: string, token: string) =>
  say("refund.taken_by_fee", { tokens, fee, token })

export const MEDUSA_HAS_NONE = say("refund.medusa_has_none")

/** What has become of a refund that cannot be paid or marked as paid any more. */
export function refundStateInWords({ state, settled_by }: Pick<RefundRow, "state" | "settled_by">): Words {
  return say(`refund.now.${settled_by === null ? state : "settled_elsewhere"}`)
}

/** Says why a refund can no longer be paid or marked as paid. @param earlier by whom and when, where known */
export function refundConflictInWords(
  refund: Pick<RefundRow, "state" | "settled_by">,
  { by, at }: { by: string | null; at: Date | null }
): Words {
  const now = refundStateInWords(refund)
  if (by === null) return now
  if (refund.settled_by !== null) return say("refund.past.settled", { by, at })
  return [sentence("refund.past.requested", { by, at }), ...now]
}
