import { MedusaError } from "@medusajs/framework/utils"
import type {
  ApplicationRefusal,
  PaymentChoiceRefusal,
  ResolutionRefusal,
} from "../../domain/payment/resolution"
import type { PaymentResolution, PaymentState } from "../../domain/payment/payment-status"
import type { PayoutRefusal } from "../../domain/payout/payout-gate"
import type { ShownFiat } from "../../modules/onchain/payment/medusa-payments"
import { say, sayProblem, sentence, type Words } from "../../words/say"
import { refused } from "../refusal-code"
import { approvalProblemInWords, payoutRefusalInWords } from "../payout/payout-words"

/** With the names an operator knows. */
export type Resolved = {
  state: PaymentState
  resolution: PaymentResolution | null
  /** Name or id of the operator; null when the plugin decided. */
  by: string | null
  at: Date | null
  /** Of the order, such as `#12`; null for other resolutions. */
  order: string | null
}

/** Says what was decided, by whom and when, to an operator who comes second. */
export function resolvedInWords({ state, resolution, by, at, order }: Resolved): Words {
  if (resolution === null) return say("payment.not_held", { state: sentence(`payment.state.${state}`) })
  const isApplied = resolution === "apply" && state === "captured"
  return say(`payment.done.${isApplied ? "applied" : resolution}`, {
    by: by ?? sentence("payment.the_plugin"),
    order: order ?? "?",
    at,
  })
}

/** What a sentence needs: how amounts are shown, and the names of the users who may move money out. */
export type ApplicationNames = { fiat: ShownFiat; allowed: readonly string[] }

export function applicationRefusalInWords(
  refusal: ApplicationRefusal,
  { fiat, allowed }: ApplicationNames
): Words {
  switch (refusal.code) {
    case "less_owed": {
      const { outstanding, currency, value } = refusal
      return sayProblem("payment", refusal, {
        outstanding: fiat(outstanding, currency),
        value: fiat(value, currency),
        currency: currency.toUpperCase(),
      })
    }
    case "other_customer":
      return otherCustomerInWords(refusal.why, allowed)
    case "not_approved":
      return [sentence("payment.other_customer"), ...approvalProblemInWords(refusal.why)]
    default:
      return sayProblem("payment", refusal)
  }
}

/** Who can apply money to the order of another customer, to a user who cannot. @param allowed names of the users who can */
export function otherCustomerInWords(why: PayoutRefusal, allowed: readonly string[]): Words {
  const isListed = why.code === "payouts_not_allowed" && why.reason === "not_listed"
  return [
    sentence("payment.other_customer"),
    sentence(allowed.length === 0 ? "payment.appliers.unnamed" : "payment.appliers", { names: allowed }),
    ...(isListed ? [] : payoutRefusalInWords(why)),
  ]
}

/** @param names.decided what a person has decided, in words */
export function resolutionRefusalInWords(
  refusal: ResolutionRefusal,
  { decided, ...names }: ApplicationNames & { decided: Words }
): Words {
  return refusal.code === "decided" || refusal.code === "not_waiting"
    ? decided
    : applicationRefusalInWords(refusal, names)
}

/** Says to an operator why an action on a payment is not possible. */
export const choiceRefusalInWords = (refusal: PaymentChoiceRefusal) => say(`payment.${refusal}`)
export const choiceRefused = (refusal: PaymentChoiceRefusal) =>
  refused(MedusaError.Types.NOT_ALLOWED, choiceRefusalInWords(refusal))
