const payment = (name: string) => `src/domain/payment/${name}.ts`
const stored = (name: string) => `src/modules/onchain/${name}.ts`

/** Where the code is that applies a rule: its text, of which the last character is in the branch that counts. */
type Place = { file: string; text: string }

/**
 * The place of each rule in the table "Money rules" of docs/guarantees.md. A text occurs once in its file as it runs, after the
 * compiler: no types, and nothing imported.
 */
export const MONEY_RULES: Readonly<Record<string, Place>> = {
  "Only `paid` and `overpaid` are captured": { file: payment("settlement"), text: `: WAIT` },
  "A captured payment never goes back": { file: payment("payment-status"), text: `? observed : current` },
  "The invoice's amount must be ours": { file: payment("settlement"), text: `null : "amount_mismatch"` },
  "The invoice's asset must be ours": { file: payment("settlement"), text: `return "asset_mismatch"` },
  "A shortfall beyond the tolerance is held": { file: payment("settlement"), text: `? "underpaid"` },
  "An impossible amount is held": { file: payment("settlement"), text: `return "implausible_amount"` },
  "A deposit's invoice is captured only for its own session": {
    file: payment("settlement"),
    text: `&& invoice.externalOrderId === externalOrderId`,
  },
  "Money for a cancelled order is held": {
    file: payment("settlement"),
    text: `return hold("order_cancelled")`,
  },
  "A second payment of a paid order is held": {
    file: payment("settlement"),
    text: `return hold("already_paid")`,
  },
  "Money of other payments counts against the order's total": {
    file: payment("settlement"),
    text: `(withOwn, collection, decimals)) return true`,
  },
  "Amounts of two currencies are never compared or added": {
    file: "src/domain/money.ts",
    text: `throw new CurrencyMismatchError`,
  },
  "A tolerance is half of the smallest unit of the currency": {
    file: "src/domain/money.ts",
    text: '`0.${"5".padStart',
  },
  "Money in another currency than its order is held": {
    file: payment("settlement"),
    text: `return hold("total_not_covered")`,
  },
  "A session for more than its cart places no order": {
    file: payment("settlement"),
    text: `kind: "exceeds"`,
  },
  "A surplus is due back": {
    file: payment("received-amount"),
    text: `"asset_mismatch" ? null : surplus`,
  },
  "A surplus that is being paid is not due again": {
    file: "src/domain/refund/refund-calculation.ts",
    text: `(owed, planned) <= 0) return nothing`,
  },
  "Confirming money of another attempt is not due back yet": {
    file: payment("attempt"),
    text: `status === "confirming") return`,
  },
  "Confirming money of an invoice that ends is gone": {
    file: payment("invoice-reading"),
    text: `hasGoneBack ? { received_amount: null`,
  },
  "Confirming money raises no captured or held amount": {
    file: payment("invoice-reading"),
    text: `invoice.status === "confirming") return {}`,
  },
  "Money whose refund has begun is not captured": {
    file: payment("attempt"),
    text: `if (isRefundBegun) return "owe"`,
  },
  "A refund is withdrawn when its money pays the order": {
    file: payment("attempt"),
    text: `"confirming" ? "watch" : "take_over"`,
  },
  "The rest of a part is captured unless a person has decided": {
    file: payment("invoice-reading"),
    text: `next = isCompleted ? "settled"`,
  },
  "An order is not cancelled while money confirms": {
    file: payment("cancel-unpaid-order"),
    text: `return "payment_on_its_way"`,
  },
  "A refund never exceeds what was captured": {
    file: "src/domain/refund/refund-amount.ts",
    text: `if (taken === null) return`,
  },
  "A payout of a refund never exceeds the rest of the money": {
    file: "src/domain/refund/refund-amount.ts",
    text: `reason: "above_left"`,
  },
  "Refunds of one payment together never exceed the received amount": {
    file: "src/domain/refund/refund-calculation.ts",
    text: `"above_received"`,
  },
  "A part of a refund is rounded down": {
    file: "src/domain/refund/refund-amount.ts",
    text: `times: fiat, by: left.fiat`,
  },
  "Nothing is opened without the split that the store chooses": {
    file: stored("payment/payout-split"),
    text: `await context.onNoPayout`,
  },
  "A repeated call sends the split that was stored": {
    file: stored("payment/opening"),
    text: `(payment, rail, await payments.payoutOf`,
  },
  "Shares of sellers add up to the whole": { file: payment("payout-shares"), text: `part.share += 1` },
  "No intent is opened for less than the service records": {
    file: payment("rails"),
    text: `(minimums)) < 0 ? "below_minimum"`,
  },
  "An invoice that the fee uses up is not offered": {
    file: payment("rails"),
    text: `leavesNet(worth, fee) ? "below_minimum"`,
  },
  "A quote is rounded up": { file: payment("attempt"), text: `"up")` },
  "An operator decides about held money once": { file: payment("resolution"), text: `code: "decided"` },
  "Money never pays an order that owes less": { file: payment("resolution"), text: `code: "less_owed"` },
  "The approver is neither the requester nor the confirmer": {
    file: "src/domain/payout/payout-gate.ts",
    text: `code: "self_approval"`,
  },
  "Limits count the payouts of the last 24 hours": {
    file: "src/domain/payout/payout-gate.ts",
    text: `reason: "per_day"`,
  },
  "A key that is too old is not sent again": {
    file: "src/workflows/payout/execute-withdrawal.ts",
    text: `keyLifeOf(container, claim))) return look`,
  },
  "A delivery is ended only by the lease that holds it": {
    file: stored("inbox/inbox"),
    text: `failed ? state : "lost"`,
  },
  "An event is noted only by the lease that holds it": {
    file: stored("work/outbox"),
    text: `onchain_outbox.attempts = done.attempts`,
  },
  "Events of a subject are published in their order": {
    file: stored("work/outbox"),
    text: `where: FIRST_OF_SUBJECT`,
  },
  "Rows that another process claims are skipped": {
    file: stored("work/claim"),
    text: `FOR UPDATE SKIP LOCKED`,
  },
  "The idempotency key is stored before the call, and the call has it": {
    file: stored("payment/opening"),
    text: `createInvoice(request, { idempotencyKey`,
  },
  "One operator begins the payout of a refund": {
    file: stored("refund/refund-service"),
    text: `refund: refund ?? seen`,
  },
  "A reading is written only over the state that was read": {
    file: stored("payment/payment-store"),
    text: `if (now.state !== state) return now`,
  },
  "A decided part is not settled by its rest": {
    file: stored("payment/payment-store"),
    text: `now = await mustFind(trx, attempt_id)`,
  },
  "A late answer of a payout changes nothing": {
    file: "src/workflows/payout/execute-withdrawal.ts",
    text: `isHeld ? decide(row, now) : null`,
  },
  "A refund that is being paid is not withdrawn": {
    file: stored("payment/payment-store"),
    text: `action: "refund.withdrawn"`,
  },
}
