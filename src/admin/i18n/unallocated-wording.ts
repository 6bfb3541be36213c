import type { Translate } from "./translate"

/**
 * Why money that arrived pays no order, for a person who has to decide: a few words for the list, a sentence for the
 * detail. The keys are the reasons that settlement stores.
 */
export const UNALLOCATED_WORDING = {
  session_deleted: {
    title: "Checkout changed",
    sentence:
      "The cart or the way to pay was changed after this payment was shown, so no checkout waits for the money any more.",
  },
  session_dead: {
    title: "Checkout ended",
    sentence: "The checkout that this payment belonged to had ended before the money arrived.",
  },
  order_cancelled: {
    title: "Order cancelled",
    sentence: "The order was cancelled before the money was final.",
  },
  cart_gone: {
    title: "No order",
    sentence: "The cart that was paid for can no longer become an order.",
  },
  already_paid: {
    title: "Paid twice",
    sentence: "The order had been paid already, so this is a second payment.",
  },
  asset_mismatch: {
    title: "Different token",
    sentence: "The service settled another token, or another network, than the order asked for.",
  },
  amount_mismatch: {
    title: "Different amount",
    sentence: "The service settled another amount than the order asked for.",
  },
  partial_payment: {
    title: "Only part arrived",
    sentence: "The time to pay ran out when only part of the money had arrived.",
  },
  deposit_accepted: {
    title: "Accepted deposit",
    sentence:
      "A deposit that went to the address of this payment was accepted. It can be applied to the order.",
  },
  completion_failed: {
    title: "Order impossible",
    sentence: "The money arrived, but the cart could not become an order for an hour; its goods may be gone.",
  },
  total_not_covered: {
    title: "Total not covered",
    sentence:
      "The cart became more expensive after this payment was opened, so the money does not cover its total.",
  },
  underpaid: {
    title: "Too little arrived",
    sentence:
      "The provider calls it paid, but less arrived than the option maxShortfallBps allows. Decide whether what came pays the order.",
  },
  implausible_amount: {
    title: "Implausible amount",
    sentence:
      "The provider calls it paid and reports an amount that cannot be true, which counts as not reported. Compare it with the transaction, and check in which unit the provider reports amounts.",
  },
} as const

/** Reasons there are words for. */
export type KnownUnallocatedReason = keyof typeof UNALLOCATED_WORDING

const isKnown = (reason: string): reason is KnownUnallocatedReason =>
  Object.hasOwn(UNALLOCATED_WORDING, reason)

/**
 * Says why money pays no order. A reason without words is shown as it came.
 *
 * @example describeUnallocated("already_paid", t).title // "Paid twice"
 */
export function describeUnallocated(reason: string, t: Translate): { title: string; sentence: string } {
  if (!isKnown(reason)) return { title: reason, sentence: t("unallocated.unknown.sentence", { reason }) }
  return { title: t(`unallocated.${reason}.title`), sentence: t(`unallocated.${reason}.sentence`) }
}
