/** What an invoice is opened with. */
export const invoiceRequestItems = {
  "rule:invoice.required": "amount, token, chain and networkId are enough to open an invoice",
  "rule:invoice.amount": "the amount is decimal text within the token's precision",
  "rule:invoice.customer": "an invoice can be linked to a customer",
  "rule:invoice.metadata": "metadata is free, and need not come back",
  "rule:invoice.payout-route": "payoutRouteId splits an invoice by an approved route",
  "rule:invoice.payout-recipients": "payoutRecipients split one invoice, with label, destination and share",
  "rule:invoice.one-split": "route and recipients exclude each other",
  "rule:invoice.stellar-asset": "assetCode, issuerAddress and canonicalAssetId name an issued Stellar asset",
  "rule:invoice.receive-mode":
    "on Stellar an invoice is paid with a memo unless it asks for an address of its own",
  "rule:recipients.key": "an invoice with recipients is opened with the payout key",
  "rule:recipients.share": "a share is basis points of the net amount, as an integer",
  "rule:recipients.whole": "shares never exceed the whole",
  "rule:recipients.destination": "a recipient's address belongs to the invoice's network",
} as const

/** What an invoice says. */
export const invoiceAnswerItems = {
  "field:invoice.echo": "id, status, chain, networkId, token and amount",
  "field:invoice.depositAddress": "the address a payer sends to",
  "field:invoice.receiveMode": "memo_required or dedicated_address, on Stellar",
  "field:invoice.memo": "memoId and memo { type: id, value }, numeric text, where a memo is needed",
  "field:invoice.confirmationProgress": "current, required, remaining and percent while finality is awaited",
  "field:invoice.progress-hash": "the transaction's hash in the progress, once one is seen",
  "field:invoice.autoDepositAssignmentStatus":
    "matched means that a deposit was attached to an order's intent",
  "field:invoice.externalOrderId": "the order's reference, from the matched intent",
  "field:invoice.settlement-hash": "the hash of the transaction, after settlement",
  "rule:invoice.auto-generated": "a qualifying deposit to a reusable address makes an invoice by itself",
  "rule:stellar.memo-required": "by default: the treasury's address, a required memo, the exact asset",
  "rule:stellar.missing-memo": "a payment without its memo waits for review and fulfils nothing",
  "rule:stellar.wrong-memo": "a payment with another memo waits for review and fulfils nothing",
  "rule:stellar.wrong-asset": "a payment in another asset waits for review and fulfils nothing",
  "rule:stellar.wrong-issuer": "a payment of another issuer waits for review and fulfils nothing",
  "rule:stellar.one-treasury": "all invoices share the treasury's account; only the memo differs",
  "rule:stellar.trustline": "the treasury takes every issued asset of the catalog",
  "rule:stellar.dedicated": "a dedicated address is shown only once it is ready",
} as const

/** How an invoice moves. */
export const invoiceStateItems = {
  "state:invoice.pending": "waits for its payment",
  "state:invoice.confirming": "paid, and waits for finality",
  "state:invoice.paid": "final",
  "state:invoice.overpaid": "final, with more than asked for",
  "state:invoice.failed": "mentioned without a name: failed",
  "state:invoice.expired": "mentioned without a name: nobody paid in time",
  "state:invoice.cancelled": "mentioned without a name: called off",
  "transition:invoice.pending.confirming": "a matching payment was observed",
  "transition:invoice.confirming.paid": "finality was reached",
  "transition:invoice.pending.paid": "on Stellar one closed ledger settles, for XLM and registered assets",
  "transition:invoice.confirming.overpaid": "more than the amount is final",
  "transition:invoice.pending.expired": "nobody paid in time",
  "transition:invoice.pending.cancelled": "called off before a payment",
  "transition:invoice.confirming.failed": "a payment that did not become final",
  "rule:invoice.wrong-payment": "wrong asset, network, memo or issuer leaves an invoice pending, for review",
  "rule:invoice.progress-multi": "several confirmations are counted one by one on networks that have them",
  "rule:settled.webhook": "a signed webhook tells of the settlement",
  "rule:settled.funds": "the funds are swept to the treasury, or available",
  "rule:settled.payout": "configured payouts begin with the settlement",
  "rule:fulfil.observed": "a payment that is only seen fulfils nothing",
  "rule:fulfil.confirming": "while it confirms, the order waits",
  "rule:fulfil.settled":
    "an order is fulfilled after a verified webhook and a fetched invoice that is paid or overpaid",
  "rule:fulfil.rejected": "a rejected payment fulfils nothing",
  "rule:payout.not-underpaid": "a tolerated underpayment starts no payout",
  "rule:payout.not-failed": "a failed invoice starts no payout",
  "rule:payout.not-wrong-asset": "money in a wrong asset starts no payout",
} as const
