import type { depositItems, intentItems } from "../deposit-items"
import { inFile, type Mutants } from "./mutant"

const intents = inFile("src/sandbox/intents/intent-operations.ts")
const storedIntents = inFile("src/sandbox/intents/stored-intent.ts")
const judgement = inFile("src/sandbox/deposits/judgement.ts")
const arrival = inFile("src/sandbox/deposits/deposit-arrival.ts")
const resolution = inFile("src/sandbox/deposits/resolve-deposit.ts")
const steps = inFile("src/sandbox/deposits/deposit-steps.ts")
const stored = inFile("src/sandbox/deposits/stored-deposit.ts")
const policy = inFile("src/sandbox/payouts/payout-request.ts")

const withIntent = arrival(
  "createAutoInvoice(world, deposit, { status }) : undefined",
  "createAutoInvoice(world, deposit, { status, intent: expectedIntent }) : undefined"
)
const noIncome = judgement(
  "return review(assignment.status, isOfCustomer)",
  "return review(assignment.status, false)"
)
const twoAreClear = judgement("others.length > 0) return { status", "others.length > 1) return { status")
const tenfold = judgement("candidate.expectedBaseUnits, toleranceBps", "candidate.expectedBaseUnits, 10_000")

export const intentMutants: Record<keyof typeof intentItems, Mutants> = {
  "field:intent": [
    intents("    expectedAmount,\n    status,", '    expectedAmount: "1",\n    status,'),
    intents("    externalOrderId,\n    ...rail,\n", '    externalOrderId: "order",\n    ...rail,\n'),
    intents("    ...rail,\n", "    ...rail,\n    networkId: rail.chain,\n"),
  ],
  "rule:intent.payout": intents("    payout,\n", "    payout: undefined,\n"),
  "rule:intent.replaced": intents(
    "if (world.business.replacesIntents)",
    "if (!world.business.replacesIntents)"
  ),
  "rule:intent.other-rail": intents(
    `    .activeOf(customerId, asset.networkId)
    .filter((intent) => assetKey(intent.asset) === assetKey(asset))`,
    '    .all()\n    .filter((intent) => intent.customerId === customerId && intent.status === "active" && asset)'
  ),
  "rule:intent.tolerance": [
    judgement("candidate.expectedBaseUnits, toleranceBps", "candidate.expectedBaseUnits, toleranceBps + 1"),
    judgement("candidate.expectedBaseUnits, toleranceBps", "candidate.expectedBaseUnits, toleranceBps - 1"),
  ],
  "rule:intent.stellar": [
    intents('if (network.chain === "stellar")', 'if (network.chain === "xlm")'),
    intents("memoId: newMemoId(world) }", "memoId: undefined }"),
  ],
  "rule:intent.address": intents(
    "return { address: provisionAddress(world, customer, network).address.address }",
    "return { address: world.receivers.treasuryAddress }"
  ),
  "rule:mode.intent-required": judgement('=== "ledger_only"', '=== "intent_required"'),
  "rule:mode.ledger-only": [
    judgement('=== "ledger_only"', '=== "ledger"'),
    arrival("payout: intent && payoutOf(intent, amountBaseUnits)", "payout: world.intents.all()[0]?.payout"),
  ],
  "rule:review.no-intent": [
    noIncome,
    judgement(
      '"ledger_only") return { kind: "ledger_only", feeBaseUnits }',
      '"intent_required" && activeIntents.length === 0) return { kind: "ledger_only", feeBaseUnits }'
    ),
  ],
  "rule:review.several": [noIncome, twoAreClear],
  "rule:review.outside-tolerance": [noIncome, tenfold, withIntent],
  "state:intent.active": intents('status: "active",', 'status: "matched",'),
  "state:intent.replaced": storedIntents('newer_intent: "replaced"', 'newer_intent: "matched"'),
}

const assigned = stored('assign: "assigned"', 'assign: "accepted"')
const accepted = stored('accept: "accepted"', 'accept: "assigned"')
const pending = stored('refund_started: "refund_pending"', 'refund_started: "review_required"')
const refunded = stored('refund_succeeded: "refunded"', 'refund_succeeded: "accepted"')
const returned = stored('refund_failed: "review_required"', 'refund_failed: "accepted"')

export const depositMutants: Record<keyof typeof depositItems, Mutants> = {
  "field:deposit.identity": [
    steps('externalCustomerRef: world.customers.find(customerId ?? "")?.externalRef,', ""),
    steps("    customerId,\n    externalCustomerRef", "    externalCustomerRef"),
    steps("depositId: deposit.id,", "depositId: transaction.txHash,"),
  ],
  "field:deposit.rail": [
    steps("chain: asset.chain,", "chain: asset.networkId,"),
    steps("networkId: asset.networkId,", "networkId: asset.chain,"),
  ],
  "field:deposit.asset": [
    steps("      token: asset.token,\n", ""),
    steps("tokenMint: asset.tokenMint,", ""),
    steps("canonicalAssetId: asset.canonicalAssetId,", ""),
    steps("supported: asset.supported,", "supported: !asset.supported,"),
  ],
  "field:deposit.amount": [
    steps("raw: String(amountBaseUnits),", "raw: String(amountBaseUnits + 1n),"),
    steps("display: formatAmount(amountBaseUnits, asset.decimals),", 'display: "1",'),
    steps("decimals: asset.decimals,\n", "decimals: asset.decimals + 1,\n"),
  ],
  "field:deposit.transaction": [
    steps("txHash: transaction.txHash,", ""),
    steps("operationIndex: transaction.operationIndex,", "operationIndex: 0,"),
    steps("fromAddress: transaction.fromAddress,", "fromAddress: transaction.toAddress,"),
    steps("toAddress: transaction.toAddress,", "toAddress: transaction.fromAddress,"),
  ],
  "field:deposit.assignment": [
    steps("id: expectedIntent.id,", ""),
    steps("externalOrderId: expectedIntent.externalOrderId,", ""),
    steps("String(expectedIntent.expectedBaseUnits)", "expectedIntent.expectedAmount"),
    steps("status: deposit.assignmentStatus,", ""),
  ],
  "field:deposit.resolution": steps("resolutionStatus: deposit.status,", 'resolutionStatus: "assigned",'),
  "rule:deposit.never-safe": [
    steps(
      "status: deposit.assignmentStatus,\n      safeToFulfill: false",
      "status: deposit.assignmentStatus,\n      safeToFulfill: true"
    ),
    steps(
      "resolutionStatus: deposit.status,\n    safeToFulfill: false",
      "resolutionStatus: deposit.status,\n    safeToFulfill: true"
    ),
  ],
  "rule:deposit.not-withdrawable": [
    inFile("src/sandbox/ledger/ledger-operations.ts")(
      'total: ["treasury", "sweeping"]',
      'total: ["treasury", "sweeping", "review"]'
    ),
    inFile("src/sandbox/withdrawals/funds.ts")(
      'ledger.balance(key, "sweeping")',
      'ledger.balance(key, "sweeping") + ledger.balance(key, "review")'
    ),
  ],
  "state:assignment.unassigned_no_intent": judgement(
    'if (!only) return { status: "unassigned_no_intent" }',
    'if (!only) return { status: "review_required_ambiguous" }'
  ),
  "state:assignment.review_required_asset_mismatch": judgement(
    '"review_required_asset_mismatch", intent: others',
    '"review_required_ambiguous", intent: others'
  ),
  "state:assignment.review_required_amount_mismatch": judgement(
    '"review_required_amount_mismatch", intent: candidate',
    '"review_required_ambiguous", intent: candidate'
  ),
  "state:assignment.review_required_ambiguous": judgement(
    '"review_required_ambiguous", intent: named',
    '"review_required_amount_mismatch", intent: named'
  ),
  "state:assignment.review_required_unsupported_asset": judgement(
    'review("review_required_unsupported_asset", false)',
    'review("review_required_asset_mismatch", false)'
  ),
  "state:assignment.review_required_non_positive_net": judgement(
    'review("review_required_non_positive_net", false)',
    'review("review_required_amount_mismatch", false)'
  ),
  "state:deposit.review_required": arrival('status: "review_required",', 'status: "accepted",'),
  "state:deposit.assigned": assigned,
  "state:deposit.accepted": accepted,
  "state:deposit.refund_pending": pending,
  "state:deposit.refunded": refunded,
  "transition:deposit.review_required.assigned": assigned,
  "transition:deposit.review_required.accepted": accepted,
  "transition:deposit.review_required.refund_pending": pending,
  "transition:deposit.refund_pending.refunded": refunded,
  "transition:deposit.refund_pending.review_required": returned,
  "rule:assign.conditions": [
    resolution("intent.customerId !== customerId", 'intent.customerId === ""'),
    resolution("assetKey(intent.asset) !== assetKey(asset)", "intent.asset.networkId !== asset.networkId"),
    resolution(
      `if (intent.asset.networkId !== asset.networkId) throw refused("the networks differ")
  if (assetKey(intent.asset) !== assetKey(asset)) throw`,
      "if (intent.asset.token !== asset.token) throw"
    ),
    resolution("business.depositToleranceBps", "10_000"),
  ],
  "rule:assign.invoice": [
    resolution("  invoice.externalOrderId = intent.externalOrderId\n", ""),
    resolution('  invoice.autoDepositAssignmentStatus = "matched"\n', ""),
  ],
  "rule:accept.fees": [
    resolution("feeBaseUnits: feeOfDeposit(world, deposit),", "feeBaseUnits: 0n,"),
    resolution(
      'checkDepositStep(deposit, "accept")\n  settleFunds(world, {',
      'checkDepositStep(deposit, "accept")\n  void ({'
    ),
  ],
  "rule:accept.no-order": [
    resolution(
      'takeDepositStep(world, deposit, "accept")',
      'takeDepositStep(world, deposit, "accept")\n  announceInvoice(world, world.invoices.get(deposit.invoiceId ?? ""), "settled_exact")'
    ),
    resolution(
      'takeDepositStep(world, deposit, "accept")',
      'takeDepositStep(world, deposit, "accept")\n  world.invoices.get(deposit.invoiceId ?? "").externalOrderId = "order_1"'
    ),
  ],
  "rule:refund.gross": resolution(
    "baseUnits: amountBaseUnits, reference: id })",
    'baseUnits: move.to === "outside" ? amountBaseUnits - 1n : amountBaseUnits, reference: id })'
  ),
  "rule:refund.sender": resolution(
    "destinationAddress: transaction.fromAddress",
    "destinationAddress: transaction.toAddress"
  ),
  "rule:refund.policy": [
    resolution(
      "  checkPayoutPolicy(world, { asset, amountBaseUnits, destinationAddress: transaction.fromAddress })\n",
      ""
    ),
    policy("if (destinations && ", "if (!destinations && "),
  ],
  "rule:refund.custom-destination": inFile("src/sandbox/http/request-body.ts")(
    "Object.keys(body).length > 0",
    "Object.keys(body).length > 1"
  ),
  "rule:non-positive.refund-only": [
    resolution("!isHeld && feeBaseUnits < amountBaseUnits", "isHeld || feeBaseUnits < amountBaseUnits"),
    resolution(
      '  checkDepositStep(deposit, "refund_started")\n',
      '  checkDepositStep(deposit, "refund_started")\n  feeOfDeposit(world, deposit)\n'
    ),
  ],
}
