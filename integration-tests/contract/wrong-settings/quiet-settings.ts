/** Settings that health cannot judge, each with the effect of a wrong value. */
export const QUIET: Readonly<Record<string, string>> = {
  "list.pageSize": "A wish: the service gives as many rows as it likes.",
  "list.maxPageSize":
    "Proves the end of a list without pages. Larger than the truth it hides rows: set it only when sure.",
  "list.defaultPageSize": "As list.maxPageSize, for a list that takes no limit.",
  "list.totalField": "A total that is not there proves nothing, and nothing else depends on it.",
  "rateLimit.retryHeaders": "The client backs off by itself.",
  "rateLimit.retryHeaderForm": "Only the sandbox writes it; the client reads both.",
  "errors.categories": "A code counts by its status.",
  "errors.detailForm": "Only the sandbox writes it; details of any form are shown.",
  "errors.statuses.insufficientBalance": "Only the sandbox writes it; the client goes by the code.",
  "errors.statuses.webhookCooldown": "Only the sandbox writes it; the client goes by the code.",
  "errors.statuses.billing": "Only the sandbox writes it; the client goes by the code.",
  "errors.statuses.cacheCoordinationUnavailable": "Only the sandbox writes it; the client goes by the code.",
  "idempotency.maxKeyLength":
    "Only the sandbox refuses by it; ours have at most 64 characters, and a longer one of a caller is sent as its digest.",
  "idempotency.retentionMs": "No answer shows how long a key is kept: ask the provider.",
  "minimums.intentUsd": "What falls below it leaves no record: ask the provider.",
  "minimums.invoiceUsd": "The provider refuses such an invoice, and the rail is hidden for a day.",
  "fields.withdrawal.memo": "Only compared with the request, where it is there.",
  "fields.withdrawal.invoiceId": "Only legs of a payout route have it, which no store follows.",
  "fields.transaction.txHash": "Only shown and searched for.",
  "fields.billing.includedGasRemainingUsd": "Follows from grant and use.",
  "fields.transaction.memo": "Only links a transaction in review to its payment.",
  "fields.transaction.depositId": "A receipt of a deposit has an invoice too.",
  "events.trustWithdrawals": "A choice, not a fact.",
  "events.invoice.confirming": "Only the sandbox writes it: any event of an invoice is a hint to fetch it.",
  "events.invoice.failed": "Only the sandbox writes it: any event of an invoice is a hint to fetch it.",
  "events.invoice.expired": "Only the sandbox writes it: any event of an invoice is a hint to fetch it.",
  "events.invoice.cancelled": "Only the sandbox writes it: any event of an invoice is a hint to fetch it.",
}

/** Settings whose wrong value takes a store's inbox to notice: see `handle-withdrawal-event.spec.ts` there. */
export const OF_THE_INBOX: readonly string[] = [
  "events.withdrawalPrefixes",
  "events.envelopes.invoice",
  "events.envelopes.withdrawal",
]
