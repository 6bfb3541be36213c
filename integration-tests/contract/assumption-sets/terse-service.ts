import type { AssumptionsInput } from "../../../src/gateway/assumptions"

/**
 * A service without envelopes, that pages by offset, writes its words in capitals, lists payouts with their
 * fee, and has no call that shows a withdrawal: only a transaction tells that one has left.
 */
export const terseService: AssumptionsInput = {
  signature: { encoding: "base64", signedText: "{body}{timestamp}{id}", timestampUnit: "ms" },
  ids: {
    customer: ["customerId"],
    invoice: ["invoiceId"],
    intent: ["intentId"],
    quote: ["quoteId"],
    withdrawal: ["withdrawalId"],
    transaction: ["transactionId"],
    deposit: ["depositId"],
  },
  list: { itemsFields: ["rows"], paging: "offset", offsetParam: "from", pageSize: 8, totalField: "count" },
  errors: { detailForm: "text", statuses: { insufficientBalance: 400 } },
  paths: {
    createIntent: "/businesses/{businessId}/intents",
    getWithdrawal: null,
    listWithdrawals: null,
    getCustomer: null,
  },
  fields: {
    transaction: {
      reference: null,
      type: "code",
      direction: "dc",
      amount: "amt",
      createdAt: "ts",
    },
  },
  statuses: {
    invoice: { failed: ["FAILED"], expired: ["EXPIRED"], cancelled: ["CANCELLED"] },
    intent: { active: ["ACTIVE"], replaced: ["REPLACED"], matched: ["MATCHED"] },
    deposit: {
      assigned: ["ASSIGNED"],
      accepted: ["ACCEPTED"],
      refundPending: ["REFUND_PENDING"],
      refunded: ["REFUNDED"],
    },
    withdrawal: {
      queued: ["NEW"],
      processing: ["PROCESSING"],
      fundsReserved: ["HELD"],
      broadcast: ["SENT"],
      completed: ["DONE"],
      destinationRejected: ["REJECTED"],
      failed: ["FAILED"],
    },
    transaction: { completed: ["BOOKED"], pending: ["OPEN"], reviewRequired: ["REVIEW"], failed: ["FAILED"] },
    billing: { active: ["ACTIVE"], pastDue: ["PAST_DUE"] },
  },
  transactions: {
    receipt: ["DEPOSIT"],
    payout: ["WITHDRAWAL"],
    refund: ["RETURN"],
    fee: ["COMMISSION"],
    in: ["C"],
    out: ["D"],
    payoutAmounts: "gross",
  },
  events: { withdrawalPrefixes: ["transfers."] },
}
