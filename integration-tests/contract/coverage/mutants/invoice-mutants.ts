import type { invoiceAnswerItems, invoiceRequestItems, invoiceStateItems } from "../invoice-items"
import { inFile, type Mutants } from "./mutant"
import type { PluginItemId } from "../plugin-stories"

const contract = inFile("src/gateway/contract/invoice.ts")
const fields = inFile("src/gateway/contract/wire.ts")
const creation = inFile("src/sandbox/invoices/invoice-creation.ts")
const choice = inFile("src/sandbox/invoices/asset-choice.ts")
const steps = inFile("src/sandbox/invoices/invoice-steps.ts")
const stored = inFile("src/sandbox/invoices/stored-invoice.ts")
const settlement = inFile("src/sandbox/invoices/settlement.ts")
const payouts = inFile("src/sandbox/payouts/payout-request.ts")
const recipients = inFile("src/sandbox/payouts/recipients.ts")
const settled = inFile("src/sandbox/payouts/settle-funds.ts")
const payments = inFile("src/sandbox/payments/receive-transfer.ts")
const deposits = inFile("src/sandbox/deposits/deposit-arrival.ts")

export const invoiceRequestMutants: Record<keyof typeof invoiceRequestItems, Mutants> = {
  "rule:invoice.required": contract("customerId: textSchema.optional()", "customerId: textSchema"),
  "rule:invoice.amount": [
    contract(
      "  amount: decimalSchema,\n  customerId",
      "  amount: z.coerce.string().pipe(decimalSchema),\n  customerId"
    ),
    creation(
      "parseAmount(amount, decimals)",
      'parseAmount(amount.slice(0, `${amount}.`.indexOf(".") + 1 + decimals), decimals)'
    ),
  ],
  "rule:invoice.customer": [
    creation("if (customerId !== undefined) world.customers.get(customerId)", ""),
    contract("  customerId: textSchema.optional(),\n", ""),
  ],
  "rule:invoice.metadata": [
    contract("metadata: z.record(z.string(), z.unknown())", "metadata: z.record(z.string(), z.string())"),
    steps("amount: stored.amount,", "amount: stored.amount,\n    metadata: {},"),
  ],
  "rule:invoice.payout-route": payouts("return routePlan(world, payoutRouteId, asset)", "return undefined"),
  "rule:invoice.payout-recipients": payouts(
    'return { kind: "recipients", recipients: payoutRecipients }',
    "return undefined"
  ),
  "rule:invoice.one-split": payouts(
    "payoutRouteId !== undefined && payoutRecipients !== undefined",
    'payoutRouteId === "" && payoutRecipients !== undefined'
  ),
  "rule:invoice.stellar-asset": [
    choice("`stellar:${assetCode}:${issuerAddress}`", "`stellar:${issuerAddress}`"),
    choice("canonicalAssetId ?? fromParts ??", "fromParts ??"),
  ],
  "rule:invoice.receive-mode": creation(
    'if (receiveMode === "dedicated_address") return',
    'if (receiveMode !== "memo_required") return'
  ),
  "rule:recipients.key": inFile("src/sandbox/http/authentication.ts")(
    '"payoutRecipients" in body',
    '"payoutRecipient" in body'
  ),
  "rule:recipients.share": [
    recipients("const WHOLE_BPS = 10_000", "const WHOLE_BPS = 20_000"),
    fields("shareBps: z.number().int()", "shareBps: z.coerce.number().int()"),
    fields("shareBps: z.number().int().min(1)", "shareBps: z.number().min(0)"),
  ],
  "rule:recipients.whole": recipients("if (totalBps > WHOLE_BPS)", "if (totalBps > 2 * WHOLE_BPS)"),
  "rule:recipients.destination": recipients(
    "checkDestination(world, { chain, destinationAddress }, { address, memo: address })",
    "void address"
  ),
}

const byAnyMemo = (reason: string) =>
  payments(
    `return { kind: "deposit", reason: "${reason}" }`,
    'return { kind: "invoice", invoice: world.invoices.newestFirst()[0] }'
  )

export const invoiceAnswerMutants: Record<keyof typeof invoiceAnswerItems, Mutants> = {
  "field:invoice.echo": [
    steps("amount: stored.amount,", 'amount: "1",'),
    steps("    id: stored.id,\n", '    id: "inv_1",\n'),
    steps("    status: stored.status,\n", '    status: "seen",\n'),
    steps("...stored.rail,", '...stored.rail,\n    chain: "other",'),
    steps("...stored.rail,", '...stored.rail,\n    networkId: "other",'),
    steps("...stored.rail,", '...stored.rail,\n    token: "other",'),
  ],
  "field:invoice.depositAddress": steps("depositAddress: receiver.address,", ""),
  "field:invoice.receiveMode": steps("receiveMode: receiver.receiveMode,", ""),
  "field:invoice.memo": [
    steps("memoId: receiver.memoId,", ""),
    steps('{ type: "id", value: receiver.memoId }', '{ type: "text", value: receiver.memoId }'),
    steps('{ type: "id", value: receiver.memoId }', '{ type: "id", value: "1" }'),
  ],
  "field:invoice.confirmationProgress": [
    steps("    current,\n    required", "    current: 0,\n    required"),
    steps("    required,\n    remaining", "    required: current,\n    remaining"),
    steps("remaining: required - current,", "remaining: required,"),
    steps("percent: Math.floor((100 * current) / required),", "percent: 100,"),
  ],
  "field:invoice.progress-hash": steps("    txHash: completion.txHash,\n", ""),
  "field:invoice.autoDepositAssignmentStatus": steps(
    "autoDepositAssignmentStatus: stored.autoDepositAssignmentStatus,",
    ""
  ),
  "field:invoice.externalOrderId": steps("externalOrderId: stored.externalOrderId,", ""),
  "field:invoice.settlement-hash": [
    steps("isSettled ? stored.completion?.txHash : undefined", "undefined"),
    steps("isSettled ? stored.completion?.txHash : undefined", "stored.completion?.txHash"),
  ],
  "rule:invoice.auto-generated": deposits(
    '  takeStep(world, invoice, isOver ? "settled_over" : "settled_exact")\n',
    ""
  ),
  "rule:stellar.memo-required": [
    creation(
      'receiveMode: "memo_required",\n    memoId: newMemoId(source),',
      'receiveMode: "memo_required",'
    ),
    creation("memoId: newMemoId(source)", 'memoId: "abc"'),
  ],
  "rule:stellar.missing-memo": byAnyMemo("missing_memo"),
  "rule:stellar.wrong-memo": byAnyMemo("wrong_memo"),
  "rule:stellar.wrong-asset": payments('"wrong_issuer" : "wrong_asset"', '"wrong_issuer" : null'),
  "rule:stellar.wrong-issuer": payments('"wrong_issuer" : "wrong_asset"', 'null : "wrong_asset"'),
  "rule:stellar.one-treasury": creation(
    "address: source.receivers.treasuryAddress,",
    "address: openStellarAccount(source),"
  ),
  "rule:stellar.trustline": choice(
    "if (asset) return asset",
    'if (asset && asset.token !== "USDT") return asset'
  ),
  "rule:stellar.dedicated": creation(
    "return { address: undefined, receiveMode }",
    "return { address: openStellarAccount(source), receiveMode }"
  ),
}

/** The transitions by a block, in the sandbox's table. */
const byBlock = 'block_added: "confirming",\n    reorganized: "pending",\n    settled_exact: '
const toConfirming = stored('payment_seen: "confirming"', 'payment_seen: "pending"')
const toPaid = stored(`${byBlock}"paid"`, `${byBlock}"overpaid"`)
const toOverpaid = stored(
  `${byBlock}"paid",\n    settled_over: "overpaid"`,
  `${byBlock}"paid",\n    settled_over: "paid"`
)
const toFailed = stored(
  'settled_over: "overpaid",\n    failed: "failed"',
  'settled_over: "overpaid",\n    failed: "expired"'
)
const toExpired = stored('expired: "expired"', 'expired: "cancelled"')
const toCancelled = stored('cancelled: "cancelled"', 'cancelled: "expired"')
const payLeg = `require("../withdrawals/withdrawal-creation").openWithdrawal(world, "payout_leg", { ...invoice, amountBaseUnits: 9n, feeBaseUnits: 0n, destinationAddress: invoice.payout.recipients[0].destinationAddress }, { invoiceId: invoice.id })`

export const invoiceStateMutants: Record<Exclude<keyof typeof invoiceStateItems, PluginItemId>, Mutants> = {
  "state:invoice.pending": creation('status: "pending",', 'status: "confirming",'),
  "state:invoice.confirming": toConfirming,
  "state:invoice.paid": toPaid,
  "state:invoice.overpaid": toOverpaid,
  "state:invoice.failed": toFailed,
  "state:invoice.expired": toExpired,
  "state:invoice.cancelled": toCancelled,
  "transition:invoice.pending.confirming": toConfirming,
  "transition:invoice.confirming.paid": toPaid,
  "transition:invoice.pending.paid": stored(
    'payment_seen: "confirming",\n    settled_exact: "paid"',
    'payment_seen: "confirming",\n    settled_exact: "confirming"'
  ),
  "transition:invoice.confirming.overpaid": toOverpaid,
  "transition:invoice.pending.expired": toExpired,
  "transition:invoice.pending.cancelled": toCancelled,
  "transition:invoice.confirming.failed": toFailed,
  "rule:invoice.wrong-payment": [
    payments('return sent.token === expected.token ? null : "wrong_asset"', "return null"),
    payments('if (asset.networkId !== invoice.rail.networkId) return "wrong_network"', ""),
  ],
  "rule:invoice.progress-multi": settlement("completion.confirmations += 1", "completion.confirmations += 2"),
  "rule:settled.webhook": steps(
    "  announceInvoice(world, invoice, trigger)\n}",
    '  if (trigger !== "settled_exact") announceInvoice(world, invoice, trigger)\n}'
  ),
  "rule:settled.funds": [
    settled("  else scheduleSweep(world, sweep)\n", ""),
    inFile("src/sandbox/ledger/ledger-operations.ts")(
      'total: ["treasury", "sweeping"]',
      'total: ["treasury"]'
    ),
  ],
  "rule:settled.payout": settled("if (invoice) startPayout(world, invoice, legs)", ""),
  "rule:payout.not-underpaid": [
    settlement("receivedBaseUnits >= amountBaseUnits ? invoice.payout : undefined", "invoice.payout"),
    inFile("src/sandbox/intents/stored-intent.ts")(
      "amountBaseUnits < intent.expectedBaseUnits ? undefined : intent.payout",
      "intent.payout"
    ),
  ],
  "rule:payout.not-failed": steps(
    "if (isLost(invoice.status)) recoverFunds(world, invoice)",
    `if (isLost(invoice.status)) recoverFunds(world, invoice)\n  if (invoice.status === "failed" && invoice.payout) ${payLeg}`
  ),
  "rule:payout.not-wrong-asset": payments(
    "  if (reason) {\n    moveIn(",
    `  if (reason) {\n    if (invoice.payout) ${payLeg}\n    moveIn(`
  ),
}
