import type { Translate } from "../ui/texts"

/** The keys are the stored reasons. */
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
    sentence: "The provider settled another token, or on another network, than the order expects.",
  },
  amount_mismatch: {
    title: "Different amount",
    sentence: "The provider settled another amount than the order expects.",
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

export type KnownUnallocatedReason = keyof typeof UNALLOCATED_WORDING

const isKnown = (reason: string): reason is KnownUnallocatedReason =>
  Object.hasOwn(UNALLOCATED_WORDING, reason)

/** A reason without words is shown as it came. */
export function describeUnallocated(reason: string, t: Translate): { title: string; sentence: string } {
  if (!isKnown(reason)) return { title: reason, sentence: t("unallocated.unknown.sentence", { reason }) }
  return { title: t(`unallocated.${reason}.title`), sentence: t(`unallocated.${reason}.sentence`) }
}

export const PAYMENT_HISTORY_WORDING = {
  unallocated: "Arrived without an order",
  apply_requested: "Application to an order requested",
  applied: "Applied to an order",
  apply_refused: "Application not possible, needs a decision again",
  refund_due: "Refund noted as due",
  kept: "Kept without an order",
  order_kept: "Order kept although not paid in full",
  contradiction_reviewed: "Marked as reviewed",
} as const

export const payments = {
  unallocated: { ...UNALLOCATED_WORDING, unknown: { sentence: "The reason given is: {{reason}}" } },
  standing: {
    waiting: "Needs a decision",
    due_back: "Due back",
    applying: "Being applied",
    applied: "Applied",
    refund_due: "Refund due",
    kept: "Kept",
  },
  paymentHistory: PAYMENT_HISTORY_WORDING,
  payments: {
    title: "Payments without an order",
    subtitle: "Money that is already yours, without an order that it could pay.",
    searchHint: "Transaction or ID",
    resolution: { waiting: "Needed", done: "Made" },
    meantFor: "Meant for",
    open: "{{name}}, open this payment",
    expected: "{{amount}} {{token}} expected",
    otherAsset: "{{amount}} of another token",
    noOrder: "No order",
    none: "Nothing needs a decision",
    noneHint: "Payments that cannot pay an order appear here.",
    noneMatch: "No payment matches",
    loadFailed: "The payments could not be loaded.",
  },
  payment: {
    title: "Payment",
    heading: "{{amount}} on {{network}}",
    loadFailed: "The payment could not be loaded.",
    notFound: "This payment does not exist, or it has an order.",
    otherToken: "Another token",
    heldUntil:
      "Its order is held until {{until}}. Without a decision the order is cancelled then, and this money is due back.",
    dueBack: "No order waits for this money. It is due back to the customer until you decide otherwise.",
    valueHint: "The value of the payment at the rate of its checkout.",
    id: "Payment ID",
    session: "Session ID",
    decision: { apply: "Applied to an order", refund_due: "A refund is due", keep: "Kept without an order" },
    applying: "The order is being marked as paid",
    applyingText:
      "{{who}} chose to apply this payment to {{order}} {{age}}. It is repeated automatically until it succeeds, and has one effect.",
    anOrder: "an order",
    tryNow: "Try again now",
  },
  resolve: {
    apply: {
      title: "Apply to an order",
      text: "Pays an order that is still owed at least this much with the money.",
      button: "Apply",
      choose: "Choose the order first.",
      done: "Applied to {{order}}.",
      started: "{{order}} is being marked as paid.",
    },
    refund_due: {
      title: "Refund is due",
      text: "Notes that the customer gets this money back. Sending it is a step of its own.",
      button: "Note refund",
      done: "A refund of {{amount}} is noted as due.",
    },
    keep: {
      title: "Keep, with a note",
      text: "Leaves the money with you without an order. Say why, for later readers.",
      button: "Keep",
      write: "Write a note first.",
      placeholder: "Why it is kept",
      done: "{{amount}} kept.",
    },
    orders: "Orders this payment can be applied to",
    impossible: "Orders this payment cannot be applied to",
    owes: "{{outstanding}} of {{total}} is owed on it.",
    all: "The payment covers it.",
    rest: "{{rest}} would stay owed.",
    other: "Another order",
    otherHint: "By its ID, for an order that is not in this list.",
    otherLabel: "Order ID, or the address of its page",
  },
  settle: {
    apply: {
      title: "Apply {{amount}} to {{order}}?",
      whole: "{{outstanding}} is owed on {{order}}. It is marked as paid with this payment of {{amount}}.",
      part: "{{outstanding}} is owed on {{order}}. {{value}} of it is marked as paid with this payment of {{amount}}, and {{rest}} stays owed.",
      named:
        "The order is marked as paid with the value of this payment. It has to be owed at least that much; if it is not, nothing happens and you see why.",
      not: "Nothing is sent anywhere: the money is already yours.",
    },
    refund_due: {
      title: "Note a refund of {{amount}} as due?",
      text: "A note says that the customer is owed {{amount}}.",
      not: "Nothing is sent anywhere by this, and no order is marked as paid.",
    },
    keep: {
      title: "Keep {{amount}} without an order?",
      text: "The money stays with you, with this note:",
      not: "Nothing is sent anywhere, no order is marked as paid, and no refund is noted.",
    },
  },
}
