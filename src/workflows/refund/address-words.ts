import type { AddressRefusal } from "../../domain/refund/refund-address"
import { payoutError } from "../payout/payout-access"
import { approvalProblemInWords } from "../payout/payout-words"
import type { MedusaError } from "@medusajs/framework/utils"

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
