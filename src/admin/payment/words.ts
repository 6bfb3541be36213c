import type { Translate } from "../ui/texts"

/** Words of a known code. One of a later version is shown by its own name. */
export const nameOf = (name: string, wording: object, code: string, t: Translate): string =>
  Object.hasOwn(wording, code) ? t(`${name}.${code}`) : code

/** The keys are the stored reasons. */
export const UNALLOCATED_WORDING = {
  session_deleted: {
    title: "Checkout changed",
    sentence: "The cart or the payment method changed, so no checkout waits for this money.",
  },
  session_dead: {
    title: "Checkout ended",
    sentence: "The checkout ended before the money arrived.",
  },
  order_cancelled: {
    title: "Order cancelled",
    sentence: "The order was cancelled before the money was final.",
  },
  cart_gone: {
    title: "No order",
    sentence: "The cart can no longer become an order.",
  },
  already_paid: {
    title: "Paid twice",
    sentence: "The order was already paid: this is a second payment.",
  },
  asset_mismatch: {
    title: "Different token",
    sentence: "The provider settled another token or network than the order expects.",
  },
  amount_mismatch: {
    title: "Different amount",
    sentence: "The provider settled another amount than the order expects.",
  },
  partial_payment: {
    title: "Only part arrived",
    sentence: "Only a part arrived before the time to pay ended.",
  },
  deposit_accepted: {
    title: "Accepted deposit",
    sentence: "A deposit to the address of this payment was accepted and can pay the order.",
  },
  completion_failed: {
    title: "Order impossible",
    sentence: "The money arrived, but the cart could not become an order: an item may be sold out.",
  },
  total_not_covered: {
    title: "Total not covered",
    sentence: "The cart's total rose after this payment was opened, so the money does not cover it.",
  },
  underpaid: {
    title: "Too little arrived",
    sentence: "The provider calls it paid, but less arrived than the option maxShortfallBps allows.",
  },
  implausible_amount: {
    title: "Implausible amount",
    sentence: "The provider reports an amount that cannot be true: compare it with the transaction.",
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
  apply_refused: "Application not possible",
  refund_due: "Refund marked as due",
  kept: "Kept without an order",
  order_kept: "Order kept although not paid in full",
  contradiction_reviewed: "Marked as reviewed",
} as const

export const payments = {
  unallocated: { ...UNALLOCATED_WORDING, unknown: { sentence: "Reason: {{reason}}" } },
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
    title: "Payments",
    subtitle: "Every crypto payment of your store.",
    searchHint: "Order, email, hash, address or ID",
    open: "{{name}}, open this payment",
    part: "{{received}} of {{expected}}",
    none: "No payments yet",
    noneHint: "Payments appear here when a shopper chooses to pay with crypto.",
    noneMatch: "No payment matches",
    loadFailed: "The payments could not be loaded.",
    export: "Export",
  },
  unmatched: {
    title: "Unmatched payments",
    subtitle: "Final money without an order to pay.",
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
    ofOrder: "Payment for {{order}}",
    loadFailed: "The payment could not be loaded.",
    notFound: "This payment does not exist.",
    amount: "{{tokens}} ({{fiat}})",
    attempts: "Attempts",
    attempt: "{{amount}} on {{network}}",
    noAttempts: "The shopper has not chosen a network and token yet.",
    current: "Current",
    invoice: "Invoice ID",
    intent: "Intent ID",
    reference: "Reference",
    id: "Payment ID",
    session: "Session ID",
    created: "Created",
    captured: "Captured",
    expires: "Expires",
    checked: "Last check",
    nextCheck: "Next check",
    received: "Received",
    expected: "Expected",
    shortfall: "Missing",
    implausible: "Reported",
    implausibleText: "{{amount}}, which cannot be right",
    rate: "Rate",
    rateText: "1 {{token}} = {{rate}} ({{source}}, {{age}})",
    confirmations: "Confirmations",
    confirmationsText: "{{count}} of {{required}}",
    gatewayStatus: "At the provider",
    lastError: "The last check failed: {{error}}",
    refunds: "Refunds",
    noPayouts: "No payout yet.",
    payoutTo: "{{amount}} to {{name}}",
    deposits: "Deposits",
    claims: "Transactions the shopper named",
    claim: "named transaction",
    activity: "Activity",
    details: "Details",
    sandbox: "Sandbox",
    listIncomplete:
      "The time to pay ended on {{since}}, and the order is kept: a list of the provider is incomplete, so a payment may have arrived unseen. Look for it in the provider's dashboard. If nothing arrived, cancel the order; if it did, have the provider send its webhook again.",
  },
  paymentAction: {
    pay_link: "Copy payment link",
    new_attempt: "New attempt",
    send_link: "Send link again",
    check_now: "Check now",
    refund: "Refund",
    review: "Review",
    pay_out: "Pay out refund",
    open: "Open payment",
    openOrder: "Open order",
    copied: "Payment link copied. It works until {{until}}.",
    copiedAttempt: "Payment link copied. On it the shopper chooses a network and token again.",
    copyFailed: "Copy this payment link: {{url}}",
    checked: "Checked with the provider.",
    sent: "Payment link sent to {{to}}.",
    sendTitle: "Send the payment link?",
    sendText: "{{to}} receives a new payment link.",
    sendButton: "Send",
    theCustomer: "The customer",
  },
  unmatchedPayment: {
    title: "Unmatched payment",
    heading: "{{amount}} on {{network}}",
    loadFailed: "The payment could not be loaded.",
    notFound: "This payment does not exist, or it has an order.",
    why: "Why it is here",
    otherToken: "Another token",
    heldUntil: "Decide before {{until}}: then the order is cancelled and the money is due back.",
    dueBack: "Without a decision the money is due back to the customer.",
    valueHint: "Value at the rate of its checkout.",
    decision: {
      apply: "Applied to an order",
      refund_due: "Refund marked as due",
      keep: "Kept without an order",
    },
    applying: "The order is being marked as paid",
    applyingText: "{{who}} applied this payment to {{order}} {{age}}. It is retried until it succeeds.",
    anOrder: "an order",
    tryNow: "Try again now",
    all: "All about this payment",
  },
  resolve: {
    apply: {
      title: "Apply to order",
      button: "Apply to order",
      choose: "Choose the order first.",
      done: "Applied to {{order}}.",
      started: "{{order}} is being marked as paid.",
    },
    refund_due: { button: "Mark refund as due", done: "A refund of {{amount}} is due." },
    keep: {
      button: "Keep without an order",
      placeholder: "Why it is kept",
      done: "{{amount}} kept.",
    },
    orders: "Orders this payment can be applied to",
    impossible: "Orders this payment cannot be applied to",
    owes: "{{outstanding}} of {{total}} is owed.",
    all: "{{outstanding}} of {{total}} is owed. The payment covers it.",
    rest: "{{outstanding}} of {{total}} is owed. {{rest}} would stay owed.",
    other: "Another order",
    otherHint: "By its ID or the address of its page.",
    otherLabel: "Order ID or address",
  },
  settle: {
    apply: {
      title: "Apply {{amount}} to {{order}}?",
      whole: "{{outstanding}} is owed on {{order}}. This payment of {{amount}} pays it.",
      part: "{{outstanding}} is owed on {{order}}. This payment of {{amount}} pays {{value}} of it; {{rest}} stays owed.",
      named: "The value of this payment is applied to the order if at least that much is owed on it.",
      not: "No money moves: it is already yours.",
    },
    refund_due: {
      title: "Mark a refund of {{amount}} as due?",
      text: "The customer is owed {{amount}}. You pay it out in a second step.",
      not: "No money moves, and no order is marked as paid.",
    },
    keep: {
      title: "Keep {{amount}} without an order?",
      text: "The money stays with you. Say why, for later readers.",
      not: "No money moves, and no order is marked as paid.",
    },
  },
}
