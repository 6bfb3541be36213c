import type { Translate } from "./translate"

/**
 * Why a deposit is in review, for a person who has to decide: a few words for the list, a sentence for the detail.
 * The keys are the service's assignment statuses. @see service-interface "Deposit review"
 */
export const ASSIGNMENT_WORDING = {
  unassigned_no_intent: {
    title: "No open order",
    sentence: "The customer had no open order that waits for this token on this network.",
  },
  review_required_asset_mismatch: {
    title: "Different token",
    sentence: "The customer sent another token than the order asks for.",
  },
  review_required_amount_mismatch: {
    title: "Different amount",
    sentence: "The amount differs too much from what the order asks for.",
  },
  review_required_ambiguous: {
    title: "Several open orders",
    sentence: "More than one open order could be meant, and nobody guessed.",
  },
  review_required_unsupported_asset: {
    title: "Unsupported token",
    sentence: "This token is not supported, so it cannot pay an order.",
  },
  review_required_non_positive_net: {
    title: "Smaller than the fee",
    sentence: "The fee would use up the whole amount, so it can only be sent back.",
  },
} as const

/** Statuses there are words for. */
export type KnownAssignmentStatus = keyof typeof ASSIGNMENT_WORDING

const isKnown = (status: string): status is KnownAssignmentStatus => Object.hasOwn(ASSIGNMENT_WORDING, status)

/**
 * Says why a deposit is in review. The service may add statuses: one without words is shown as it came.
 *
 * @param status the service's word, or null when it gave none
 * @example describeAssignment("review_required_ambiguous", t).title // "Several open orders"
 */
export function describeAssignment(status: string | null, t: Translate): { title: string; sentence: string } {
  if (status === null) return { title: t("assignment.none.title"), sentence: t("assignment.none.sentence") }
  if (!isKnown(status)) return { title: status, sentence: t("assignment.unknown.sentence", { status }) }
  return { title: t(`assignment.${status}.title`), sentence: t(`assignment.${status}.sentence`) }
}
