import type { OnchainRefundAddressState, OnchainRefundKind, OnchainRefundState } from "../../types/http"
import type { RefundSituation } from "./next-step"

export const REFUND_HISTORY_WORDING = {
  due: "Became due",
  raised: "Raised: overpayment",
  address_requested: "Address requested",
  address_proposed: "Address proposed",
  address_changed: "Address changed",
  address_approved: "Address approved",
  address_declined: "Address declined",
  address_revoked: "Link replaced",
  address_paused: "Link paused: wrong emails",
  payout_started: "Payout requested",
  payout_ended: "Payout ended unpaid",
  paid: "Paid",
  settled_elsewhere: "Marked as paid elsewhere",
  withdrawn: "Withdrawn in Medusa",
} as const

export const REFUND_STATE_WORDING = {
  due: { name: "Due", sentence: "Nothing has been sent." },
  quoted: { name: "Needs confirmation", sentence: "Confirm its quote to send the money." },
  confirmed: { name: "Confirmed", sentence: "Confirmed. Nothing has been sent." },
  sent: { name: "On its way", sentence: "The provider is sending it." },
  done: { name: "Done", sentence: "The customer has the money." },
} as const satisfies Record<OnchainRefundState, { name: string; sentence: string }>

export const REFUND_KIND_WORDING = {
  order: "Order refund",
  surplus: "Overpayment",
  unallocated: "Unmatched payment",
} as const satisfies Record<OnchainRefundKind, string>

export const REFUND_ADDRESS_WORDING = {
  open: {
    name: "Waiting for the customer",
    sentence: "The link is valid until {{date}}.",
  },
  proposed: {
    name: "Address proposed",
    sentence: "Approve it before paying. The customer can change it until {{date}}.",
  },
  approved: {
    name: "Address approved",
    sentence: "For this refund only. A change voids the approval.",
  },
  declined: { name: "Address declined", sentence: "The customer can propose another one until {{date}}." },
  revoked: { name: "Link replaced", sentence: "Replaced by a newer link." },
  expired: { name: "Link expired", sentence: "Nothing was proposed by {{date}}." },
  used: { name: "Link used", sentence: "The refund is done." },
} as const satisfies Record<OnchainRefundAddressState, { name: string; sentence: string }>

const SITUATION_WORDING = {
  off: "You cannot send it here. Pay it elsewhere, then mark it as paid.",
  choose: "Choose where the refund goes.",
  asked: "Waiting for the customer's address.",
  proposed: "The customer proposed an address. Approve or decline it.",
  changed: "The customer changed the address. Earlier approvals are void.",
  declined: "The address was declined. Choose where the refund goes.",
  expired: "The link expired without an address. Choose where the refund goes.",
  ready: "Ready to pay. Nothing is sent until you confirm the quote.",
  void: "The customer changed the address after this quote. Cancel the withdrawal to use the new one.",
} as const satisfies Record<RefundSituation, string>

export const refunds = {
  refundHistory: REFUND_HISTORY_WORDING,
  refundState: REFUND_STATE_WORDING,
  refundKind: REFUND_KIND_WORDING,
  refundAddressState: REFUND_ADDRESS_WORDING,
  refundSituation: SITUATION_WORDING,
  refunds: {
    title: "Refunds",
    subtitle: "Money you owe customers. Nothing is sent before you confirm it.",
    searchHint: "ID, payment or withdrawal",
    since: "Since",
    open: "{{name}}, open this refund",
    unknownAmount: "Amount unknown, in {{token}}",
    noOrder: "No order",
    none: "No refund is due",
    noneHint: "Refunds of orders and overpayments appear here.",
    noneMatch: "No refund matches",
    loadFailed: "The refunds could not be loaded.",
  },
  refund: {
    title: "Refund",
    loadFailed: "The refund could not be loaded.",
    notFound: "This refund does not exist.",
    lastError: "The last payout failed: {{error}}",
    sums: "Amount",
    fiat: "Refund",
<<<<<<< HEAD
    received: "Received",
    tokens: "To pay",
    paid: "Paid",
    feeHint: "The provider's fee comes out of the amount. The quote shows what the customer receives.",
=======
    received: "Tokens received",
    tokens: "Tokens to pay",
    paid: "Tokens paid",
    feeHint: "The provider's fee is deducted. The quote shows what the customer receives.",
>>>>>>> bb05ca9747e7295bc08a7fb51cdac8125bfd6da3
    done: "Done",
    id: "Refund ID",
    payment: "Payment ID",
    memo: "Memo {{memo}}",
    noMemo: "None needed",
    basis: "Basis",
    basisPayment: "Tokens received: {{amount}}",
    basisToday: "Fiat at today's rate: {{amount}}",
    basisPaymentNone: "Tokens received",
    basisTodayNone: "Fiat at today's rate",
    rate: "{{rate}} {{currency}} per {{token}}, {{source}}, {{age}}.",
    tokenAmount: "Amount in {{token}}",
    tokenAmountHint: "The amount due is unknown. Your entry is recorded.",
    payout: "Payout",
    earlier: "Earlier payouts",
    settled: "Paid elsewhere",
    amountFirst: "Enter an amount.",
  },
  refundTo: {
    title: "Destination",
    label: "Send it to",
    sender: "Sent the payment; may be an exchange",
    singleUse: "Approved for this refund",
    new: "Enter an address",
    newText: "You know the customer's address on {{network}}.",
    ask: "Ask the customer",
<<<<<<< HEAD
    askText: "A link by which the customer proposes an address on {{network}}.",
    askAgain: "A new link. It replaces the earlier one and what was proposed by it.",
=======
    askText: "Send a link. The customer enters an address on {{network}}.",
>>>>>>> bb05ca9747e7295bc08a7fb51cdac8125bfd6da3
    send: "Also email the link to {{email}}",
    sendUnknown: "Also email the link",
    pending: "{{label}} is saved. Another user must approve it in the address book.",
    senderPending: "It needs approval in the address book.",
    useSender: "Use this address",
  },
  refundLink: {
    title: "Customer address",
    url: "Link",
    once: "Copy it now: it is shown once. The customer needs the order's email to use it.",
    sent: "Emailed to the customer.",
    off: "Not emailed: messages are not configured.",
    noEmail: "Not emailed: the order has no email.",
    failed: "Not emailed: sending failed. Copy the link instead.",
    proof: "Proof",
    signed: "Signed with this address. No proof of who paid.",
    notSigned: "Not signed.",
    proposed: "Proposed",
<<<<<<< HEAD
    revision_one: "{{age}}, changed once",
    revision_other: "{{age}}, changed {{count}} times",
    made: "Link made",
=======
    revision: "{{age}}, change {{count}}",
    made: "Link created",
>>>>>>> bb05ca9747e7295bc08a7fb51cdac8125bfd6da3
    decided: "Decided by",
  },
  refundStep: {
    quote: { button: "Request a quote…", waiting: "The provider has not answered. Request the quote again." },
    save_address: { button: "Save address", done: "{{label}} is saved." },
    ask_address: {
      button: "Create link",
      again: "New link",
      done: "Link created. Earlier links no longer work.",
    },
    approve_address: {
      button: "Approve address",
      done: "Address approved for this refund.",
      question: "Approve this address?",
      effect: "It receives this refund of {{amount}} only. Nothing is sent yet.",
    },
    decline_address: {
      button: "Decline address",
      done: "Address declined.",
      question: "Decline this address?",
      effect: "The customer can propose another one while the link is valid.",
      note: "Reason",
      noteHint: "The customer does not see it.",
    },
    settle: {
      button: "Mark as paid elsewhere",
      done: "Marked as paid.",
      question: "Mark {{amount}} as paid elsewhere?",
      effect: "Nothing is sent. The refund counts as paid.",
      note: "How it was paid",
      placeholder: "Who, how and when",
      hash: "Transaction hash",
      hashHint: "Optional.",
    },
  },
  refundOrder: {
<<<<<<< HEAD
    title: "Refund an order",
    intro: "Records the refund in Medusa. Nothing is sent until you confirm its payout.",
=======
    title: "Refund {{order}}",
    intro: "Records the refund in Medusa. Nothing is sent before you confirm its payout.",
>>>>>>> bb05ca9747e7295bc08a7fb51cdac8125bfd6da3
    payment: "Payment",
    paymentOption: "{{amount}} left",
    amount: "Amount in {{currency}}",
    most: "At most {{amount}}.",
    open: "Already due",
    continue: "Continue with {{amount}}",
    note: "Note",
    noteHint: "Optional.",
    button: "Mark refund as due",
    nothing: "Nothing left to refund on this order.",
    off: "You cannot pay out. You can record the refund and mark it as paid elsewhere.",
    unknown: "The server did not answer. Send it again: it counts once.",
    loadFailed: "The order could not be loaded.",
    notFound: "This order does not exist.",
  },
}
