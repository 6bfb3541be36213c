import type { AssumptionsInput } from "../../../src/gateway/assumptions"

/**
 * A service that agrees with the document and with none of our guesses.
 *
 * Every setting differs from its default, in a plausible spelling of another service; a test walks the schema
 * and fails for a setting that does not differ.
 */
export const otherService: AssumptionsInput = {
  signature: {
    algorithm: "sha512",
    encoding: "base64",
    prefix: "v1=",
    signedText: "{id}.{timestamp}.{body}",
    timestampUnit: "ms",
    toleranceMs: 120_000,
  },
  resource: { idField: "uid", envelope: "result" },
  list: {
    itemsField: "results",
    nextCursorField: "next",
    cursorParam: "after",
    pageSize: 7,
    maxPageSize: 50,
    defaultPageSize: 6,
  },
  rateLimit: { retryHeaders: ["x-ratelimit-reset-after", "x-retry-in"], retryHeaderForm: "date" },
  errors: {
    detailForm: "text",
    statuses: {
      insufficientBalance: 422,
      webhookCooldown: 429,
      billing: 402,
      cacheCoordinationUnavailable: 500,
    },
  },
  idempotency: { maxKeyLength: 64, retentionMs: 3_600_000 },
  paths: {
    createIntent: "/businesses/{businessId}/deposit-intents",
    getWithdrawal: "/withdrawals/{withdrawalId}",
    getCustomer: "/customers/{customerId}",
  },
  fields: {
    invoice: { expiresAt: "validUntil", receivedAmount: "paidAmount", settlementTxHash: "transactionHash" },
    network: { environment: "stage", name: "displayName" },
    token: { decimals: "precision", contractAddress: "contract" },
    intent: { status: "state", createdAt: "openedAt" },
    deposit: { observedAt: "seenAt", memo: "sentMemo" },
    depositAction: { resolutionStatus: "resolution", invoiceId: "generatedInvoiceId" },
    withdrawalQuote: {
      memo: "destinationTag",
      fee: "feeAmount",
      netAmount: "receiveAmount",
      expiresAt: "validUntil",
    },
    withdrawal: {
      amount: "grossAmount",
      fee: "feeAmount",
      netAmount: "sentAmount",
      destinationAddress: "toAddress",
      memo: "destinationTag",
      clientReference: "reference",
      quoteId: "quote",
      invoiceId: "sourceInvoiceId",
      txHash: "transactionHash",
      failureReason: "rejectionReason",
      createdAt: "requestedAt",
    },
    transaction: {
      type: "kind",
      direction: "side",
      amount: "value",
      txHash: "hash",
      reference: "sourceId",
      createdAt: "bookedAt",
    },
    billing: {
      plan: "planName",
      state: "subscriptionStatus",
      invoiceFeePercent: "feeRate",
      minimumFeeUsd: "feeFloor",
      payoutQuotaIncluded: "withdrawalsIncluded",
      payoutQuotaUsed: "withdrawalsUsed",
      includedGasGrantedUsd: "gasGranted",
      includedGasUsedUsd: "gasUsed",
      includedGasRemainingUsd: "gasLeft",
      prepaidGasUsd: "gasPrepaid",
      topUpOptionsUsd: "gasPacks",
      gasBlockedOperations: "blockedCount",
      cycleEndsAt: "renewsAt",
    },
  },
  statuses: {
    invoice: { failed: "rejected", expired: "timed_out", cancelled: "voided" },
    intent: { active: "open", replaced: "superseded", matched: "fulfilled" },
    deposit: { assigned: "attached", accepted: "credited", refundPending: "refunding", refunded: "returned" },
    withdrawal: {
      queued: "created",
      processing: "in_progress",
      fundsReserved: "awaiting_release",
      broadcast: "submitted",
      completed: "confirmed",
      destinationRejected: "bounced",
      failed: "errored",
    },
    billing: { active: "current", pastDue: "overdue" },
  },
  withdrawalPhases: { pending: ["screening"], done: ["archived"], failed: ["recalled"] },
  events: {
    withdrawalPrefix: "payout.",
    invoice: { confirming: "detected", failed: "rejected", expired: "lapsed", cancelled: "voided" },
    resourceField: "object",
  },
}
