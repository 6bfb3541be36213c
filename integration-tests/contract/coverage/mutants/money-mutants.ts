import type { balanceItems, payoutItems, withdrawalStateItems } from "../money-items"
import { inFile, type Mutants } from "./mutant"

const policy = inFile("src/sandbox/payouts/payout-request.ts")
const recipients = inFile("src/sandbox/payouts/recipients.ts")
const settled = inFile("src/sandbox/payouts/settle-funds.ts")
const quotes = inFile("src/sandbox/withdrawals/withdrawal-quote.ts")
const creation = inFile("src/sandbox/withdrawals/withdrawal-creation.ts")
const steps = inFile("src/sandbox/withdrawals/withdrawal-steps.ts")
const stored = inFile("src/sandbox/withdrawals/stored-withdrawal.ts")
const funds = inFile("src/sandbox/withdrawals/funds.ts")
const ledger = inFile("src/sandbox/ledger/ledger-operations.ts")
const addresses = inFile("src/gateway/address.ts")
const credit = inFile("src/sandbox/billing/gas-credit.ts")

export const payoutMutants: Record<keyof typeof payoutItems, Mutants> = {
  "rule:route.approved": policy('route.status !== "approved"', 'route.status === "archived"'),
  "rule:route.split": [
    policy("routeId, recipients: route.recipients }", "routeId, recipients: route.recipients.slice(0, 1) }"),
    recipients("baseUnits: shareOf(baseUnits, recipient.shareBps)", "baseUnits: shareOf(baseUnits, 5_000)"),
  ],
  "rule:route.leg": settled("for (const leg of legs) startLeg", "for (const leg of legs.slice(1)) startLeg"),
  "field:quote-request": [
    quotes("positiveAmount(request.amount, asset.decimals)", 'positiveAmount("11", asset.decimals)'),
    quotes(
      "const { destinationAddress, memo } = request",
      'const { memo } = request\n  const destinationAddress = "0xde709f2102306220921060314615729080e2fb77"'
    ),
    quotes(
      "return { rail: { chain, networkId, token }, network, asset }",
      'return { rail: { chain, networkId, token: "X" }, network, asset }'
    ),
  ],
  "rule:quote.stellar-destination": recipients(
    'validation.kind === "valid" && validation.muxed',
    "validation.kind === chain"
  ),
  "rule:quote.memo": [
    steps("    destinationAddress,\n    memo,\n", "    destinationAddress,\n"),
    recipients("memo === undefined && withdrawals", "memo === chain && withdrawals"),
  ],
  "field:quote": steps("id: stored.id, ...termsToContract", "id: `q${stored.id}`, ...termsToContract"),
  "field:withdrawal-request": [
    creation("quote, { quoteId, clientReference })", "quote, { quoteId })"),
    creation("quote, { quoteId, clientReference })", "quote, { clientReference })"),
  ],
  "rule:withdrawal.fee": steps(
    "amountBaseUnits > feeBaseUnits ? amountBaseUnits - feeBaseUnits : 0n",
    "amountBaseUnits"
  ),
  "rule:withdrawal.xlm": quotes(
    "const asset = catalog.findToken(networkId, token)",
    'const asset = token === "XLM" ? undefined : catalog.findToken(networkId, token)'
  ),
  "rule:withdrawal.quote-first": [
    creation("if (quote.withdrawalId !== undefined) throw", 'if (quote.id === "") throw'),
    creation("if (clock.now() >= quote.expiresAtMs) throw", 'if (quote.id === "") throw'),
    stored("quotes.get(id),", "quotes.get(id) ?? [...quotes.values()].at(-1),"),
  ],
  "rule:withdrawal.policy": [
    policy("if (networkIds && ", "if (!networkIds && "),
    policy("if (tokens && ", "if (!tokens && "),
    policy("if (destinations && ", "if (!destinations && "),
    policy("if (maxAmountUsd && ", "if (!maxAmountUsd && "),
    creation("  checkPayoutPolicy(world, quote)\n", ""),
  ],
  "rule:withdrawal.destination-check": quotes(
    "  checkDestination(world, { chain: rail.chain, destinationAddress, memo }, fields)\n",
    ""
  ),
  "rule:withdrawal.server-side": [
    addresses("const SOLANA_BYTES = 32", "const SOLANA_BYTES = 31"),
    addresses("const EVM_ADDRESS = /^0x[\\da-fA-F]{40}$/", "const EVM_ADDRESS = /^0x[\\da-fA-F]{38,40}$/"),
    addresses(
      "const ACCOUNT = { version: 6 << 3, payloadBytes: 32 }",
      "const ACCOUNT = { version: 6 << 3, payloadBytes: 31 }"
    ),
    addresses(
      'return isOneCase ? { kind: "valid", checksum: "absent" } : invalid("checksum")',
      'return { kind: "valid", checksum: "absent" }'
    ),
  ],
}

const queued = creation('status: "queued",', 'status: "processing",')
const processing = stored('started: "processing"', 'started: "queued"')
const pendingFunds = stored(
  'queued: {\n    funds_sweeping: "pending_funds"',
  'queued: {\n    funds_sweeping: "funds_reserved"'
)
const continued = stored(
  'pending_funds: { funds_available: "processing"',
  'pending_funds: { funds_available: "queued"'
)
const blockedFirst = stored(
  'started: "processing",\n    gas_missing: "gas_blocked"',
  'started: "processing",\n    gas_missing: "pending_funds"'
)
const blockedLater = stored(
  'processing: {\n    gas_missing: "gas_blocked"',
  'processing: {\n    gas_missing: "pending_funds"'
)
const broadcast = stored('sent: "broadcast"', 'sent: "processing"')
const completed = stored('confirmed: "completed"', 'confirmed: "failed"')
const rejected = stored('destination_refused: "destination_rejected"', 'destination_refused: "failed"')

export const withdrawalStateMutants: Record<keyof typeof withdrawalStateItems, Mutants> = {
  "state:withdrawal.queued": queued,
  "state:withdrawal.processing": processing,
  "state:withdrawal.pending_funds": pendingFunds,
  "state:withdrawal.gas_blocked": blockedFirst,
  "state:withdrawal.funds_reserved": stored('funds_taken: "funds_reserved"', 'funds_taken: "pending_funds"'),
  "state:withdrawal.broadcast": broadcast,
  "state:withdrawal.completed": completed,
  "state:withdrawal.destination_rejected": rejected,
  "state:withdrawal.failed": stored('funds_spent: "failed"', 'funds_spent: "destination_rejected"'),
  "transition:withdrawal.new.queued": queued,
  "transition:withdrawal.queued.pending_funds": pendingFunds,
  "transition:withdrawal.pending_funds.processing": continued,
  "transition:withdrawal.queued.gas_blocked": blockedFirst,
  "transition:withdrawal.processing.gas_blocked": blockedLater,
  "transition:withdrawal.processing.broadcast": broadcast,
  "transition:withdrawal.broadcast.completed": completed,
  "transition:withdrawal.processing.destination_rejected": rejected,
  "rule:withdrawal.insufficient": quotes('!== "insufficient") return', '!== "in_treasury") return'),
  "rule:withdrawal.legacy": [
    funds(
      'const treasury = ledger.balance(key, "treasury")',
      'const treasury = ledger.balance(key, "treasury") + ledger.balance(key, "recovery")'
    ),
    ledger('total: ["treasury", "sweeping"]', 'total: ["treasury", "sweeping", "recovery"]'),
  ],
  "rule:withdrawal.after-paid": funds(
    'const settled = treasury + ledger.balance(key, "sweeping")',
    "const settled = treasury"
  ),
  "rule:gas.oldest-first": [
    credit(
      `for (let next = blocked[0]; next && payGas(world, next); next = blocked[0]) {
    blocked.shift()`,
      `for (let next = blocked.at(-1); next && payGas(world, next); next = blocked.at(-1)) {
    blocked.pop()`
    ),
    credit("next && payGas(world, next);", "next && (payGas(world, next) || true);"),
  ],
  "rule:gas.no-error": creation(
    '  countPayout(world)\n  const withdrawal = openWithdrawal(world, "payout_api"',
    '  if (world.business.fairUseGasUsd === "0") throw refusal("INSUFFICIENT_BALANCE", "no gas")\n  const withdrawal = openWithdrawal(world, "payout_api"'
  ),
}

export const balanceMutants: Record<keyof typeof balanceItems, Mutants> = {
  "field:balance.total": [
    ledger('total: ["treasury", "sweeping"]', 'total: ["treasury"]'),
    ledger('total: ["treasury", "sweeping"]', 'total: ["sweeping"]'),
  ],
  "field:balance.totalHeld": [
    ledger('totalHeld: ["awaiting", ', "totalHeld: ["),
    ledger("      totalHeld: sum(BALANCE_ACCOUNTS.totalHeld),\n", ""),
  ],
  "field:balance.requiresRecovery": ledger('requiresRecovery: ["recovery"]', 'requiresRecovery: ["review"]'),
  "field:transaction": [
    ledger("entry.baseUnits + feeOf(world, entry, kind)", "entry.baseUnits * 2n"),
    ledger(
      "...{ chain, networkId, token, canonicalAssetId },\n    ...kind",
      "...{ chain, networkId, token: networkId },\n    ...kind"
    ),
  ],
}
