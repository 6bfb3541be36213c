import { TIMELINE_WORDING } from "../orders/timeline"
import { PAYMENT_STATE_WORDING } from "./payment-state-wording"

/** English texts of the box beside an order. */
export const orders = {
  orderPayment: {
    title: "Crypto payment",
    keptForList:
      "The time to pay is over since {{since}} or earlier, and the order is kept: a list of the provider is incomplete, so a payment may have arrived unseen. Look for it in the provider's dashboard. If nothing arrived, cancel the order with Cancel; if it did, have the provider send its webhook again. The health check names the setting that helps.",
    loadFailed: "The crypto payment of this order could not be loaded.",
    expected: "Asked for",
    received: "Received",
    notReceived: "Nothing yet",
    partReceived: "{{received}} of {{expected}}; {{remaining}} still to pay",
    held: "Paid in part",
    heldText:
      "The order is held until {{until}} for a decision. Apply the part or note a refund under the payment without an order, or keep the order as it is. Without a decision it is cancelled then, and the money is due back.",
    keep: "Keep the order",
    keepNote: "Why the order is kept",
    keepHint: "It is not cancelled for what is missing. This cannot be undone.",
    isKept: "{{who}} keeps this order although it is not paid in full: {{note}}",
    notReported: "Not reported by the provider",
    shortfall: "Missing",
    implausible: "Reported, cannot be true",
    value: "Value",
    rate: "Rate",
    rateText: "{{rate}} {{currency}} for one {{token}}",
    network: "Network",
    address: "Address",
    addressRefused:
      "The payer sees no address since {{at}}, because the one of the provider cannot be right ({{reason}}). Ask the provider. If the payment settles, it is captured as usual.",
    memo: "Memo",
    hash: "Transaction",
    confirmations: "Confirmations",
    confirmationsText: "{{count}} of {{required}}",
    status: "At the service",
    timeline: "What happened",
    deposits: "Deposits to its addresses",
    claim: "The shopper names the transaction",
    refunds: "Refunds",
    depositRefunds: "Deposits sent back by the service",
    open: "Open the refund of {{amount}}",
    openDeposit: "Open the deposit of {{amount}}",
    outstanding: "This order is not fully paid: {{amount}} is outstanding.",
    unallocated: "This payment did not pay the order.",
    unallocatedLink: "Payment without an order",
  },
  contradiction: {
    text: "The provider no longer says that this payment is paid. Since {{when}} it says: {{status}}. Nothing was undone here. Ask the provider what happened before you deliver or refund.",
    button: "Mark as reviewed",
    done: "Marked as reviewed.",
    reviewed: "The provider says: {{status}}. {{who}} reviewed it on {{when}}.",
    someone: "A person",
  },
  paymentState: PAYMENT_STATE_WORDING,
  timeline: TIMELINE_WORDING,
}
