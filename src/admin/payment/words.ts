import type { Translate } from "../ui/texts"

/** Words of a known code. One of a later version is shown by its own name. */
export const nameOf = (name: string, wording: object, code: string, t: Translate): string =>
  Object.hasOwn(wording, code) ? t(`${name}.${code}`) : code

/** The keys are the stored reasons. */
export const UNALLOCATED_WORDING = {
  session_deleted: {
    title: "Checkout changed",
    sentence: "The cart or payment method changed before the money arrived.",
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
    sentence: "The cart cannot become an order anymore.",
  },
  already_paid: {
    title: "Nothing owed",
    sentence: "The order owed nothing when this payment arrived: it was paid, credited or edited before.",
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
    sentence: "Only part of the amount arrived in time.",
  },
  deposit_accepted: {
    title: "Accepted deposit",
    sentence: "An accepted deposit to this payment's address. It can pay the order.",
  },
  completion_failed: {
    title: "Order impossible",
    sentence: "The money arrived, but the order could not be placed. An item may be sold out.",
  },
  total_not_covered: {
    title: "Total not covered",
    sentence: "The cart's total rose, and this payment no longer covers it.",
  },
  underpaid: {
    title: "Too little arrived",
    sentence: "The provider marked it as paid, but the shortfall exceeds maxShortfallBps.",
  },
  implausible_amount: {
    title: "Implausible amount",
    sentence: "The provider reports an impossible amount. Compare it with the transaction.",
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
  unallocated: "Needs review",
  apply_proposed: "Apply to order proposed",
  apply_requested: "Apply to order requested",
  applied: "Applied to order",
  apply_refused: "Apply to order failed",
  refund_due: "Refund marked as due",
  kept: "Kept without an order",
  order_kept: "Partially paid order kept",
  contradiction_reviewed: "Marked as reviewed",
} as const

export const payments = {
  unallocated: { ...UNALLOCATED_WORDING, unknown: { sentence: "Reason: {{reason}}" } },
  standing: {
    waiting: "Needs review",
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
    noneHint: "A payment appears here when a shopper chooses crypto.",
    noneMatch: "No payment matches",
    loadFailed: "The payments could not be loaded.",
    export: "Export",
  },
  unmatched: {
    title: "Unmatched payments",
    subtitle: "Received money that matches no order.",
    searchHint: "Transaction or ID",
    resolution: { waiting: "Needed", done: "Made" },
    meantFor: "Intended for",
    open: "{{name}}, open this payment",
    expected: "{{amount}} {{token}} expected",
    otherAsset: "{{amount}} in another token",
    noOrder: "No order",
    none: "Nothing needs review",
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
    implausibleText: "{{amount}}, impossible",
    rate: "Rate",
    rateText: "1 {{token}} = {{rate}} ({{source}}, {{age}})",
    confirmations: "Confirmations",
    confirmationsText: "{{count}} of {{required}}",
    gatewayStatus: "Provider status",
    lastError: "The last check failed: {{error}}",
    refunds: "Refunds",
    noPayouts: "No payout yet.",
    payoutTo: "{{amount}} to {{name}}",
    deposits: "Deposits",
    claims: "Transactions from the shopper",
    claim: "transaction",
    activity: "Activity",
    details: "Details",
    sandbox: "Sandbox",
    listIncomplete:
      "Expired {{since}}, but the provider's list is incomplete and may miss a payment, so the order is kept. Check the provider's dashboard: if nothing arrived, cancel the order; otherwise resend the webhook there.",
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
    copied: "Payment link copied. Valid until {{until}}.",
    copiedAttempt: "Payment link copied. The shopper can choose another network and token.",
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
    why: "Reason",
    otherToken: "Another token",
    heldUntil: "Decide by {{until}}. After that the order is cancelled and a refund is due.",
    dueBack: "A refund is due unless you decide otherwise.",
    valueHint: "Value at the checkout rate.",
    decision: {
      apply: "Applied to order",
      refund_due: "Refund marked as due",
      keep: "Kept without an order",
    },
    applying: "Marking the order as paid",
    applyingText: "{{who}} applied this payment to {{order}} {{age}}. Retried until it succeeds.",
    anOrder: "an order",
    tryNow: "Retry now",
    proposed:
      "{{who}} chose {{order}} {{age}}. It is not known to be the payer's order, so a second user must apply this payment to it too.",
    all: "Open payment",
  },
  resolve: {
    apply: {
      title: "Apply to order",
      button: "Apply to order",
      choose: "Choose an order.",
      done: "Applied to {{order}}.",
      started: "{{order}} is being marked as paid.",
      proposed: "Another user must approve.",
    },
    refund_due: { button: "Mark refund as due", done: "A refund of {{amount}} is due." },
    keep: {
      button: "Keep without an order",
      placeholder: "Reason",
      done: "{{amount}} kept.",
    },
    orders: "Matching orders",
    impossible: "Not possible",
    owes: "{{outstanding}} of {{total}} outstanding.",
    all: "{{outstanding}} of {{total}} outstanding. This payment covers it.",
    rest: "{{outstanding}} of {{total}} outstanding. {{rest}} would remain.",
    other: "Another order",
    otherHint: "Enter its ID or page URL.",
    otherLabel: "Order ID or URL",
    otherCustomer: "Not known to be the payer's order.",
    secondUser: "For the order of another customer, a second user must approve.",
  },
  settle: {
    apply: {
      title: "Apply {{amount}} to {{order}}?",
      whole: "{{order}} has {{outstanding}} outstanding. This payment of {{amount}} covers it.",
      part: "{{order}} has {{outstanding}} outstanding. This payment of {{amount}} covers {{value}}; {{rest}} remains.",
      named: "Applied only if at least this payment's value is outstanding on the order.",
      not: "No money moves.",
    },
    refund_due: {
      title: "Mark a refund of {{amount}} as due?",
      text: "You pay it out in a second step.",
      not: "No money moves. No order is marked as paid.",
    },
    keep: {
      title: "Keep {{amount}} without an order?",
      text: "The money stays with you. Enter the reason.",
      not: "No money moves. No order is marked as paid.",
    },
  },
}
