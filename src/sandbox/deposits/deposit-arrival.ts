import { formatAmount } from "../../gateway/amount"
import { currentPlan } from "../billing/plans"
import { assetKey } from "../catalog/catalog"
import { takeIntentStep, payoutOf, type StoredIntent } from "../intents/stored-intent"
import { takeStep } from "../invoices/invoice-operations"
import type { Receiver, StoredInvoice } from "../invoices/stored-invoice"
import type { Account } from "../ledger/ledger"
import { finalAtMs, moveIn, type Transfer } from "../payments/transfer"
import { settleFunds } from "../payouts/settle-funds"
import type { World } from "../world"
import { depositToContract } from "./deposit-operations"
import { judgeDeposit, type Verdict } from "./judgement"
import type { ObservedDeposit, StoredDeposit } from "./stored-deposit"

/** Records money that reached a customer; it is judged once final. @returns the deposit's id */
export function observeDeposit(
  world: World,
  transfer: Transfer,
  { customerId, namedIntentId }: Partial<Pick<ObservedDeposit, "customerId" | "namedIntentId">>
): string {
  const { asset, amountBaseUnits, network, txHash, operationIndex, fromAddress, toAddress, memo } = transfer
  const nowMs = world.clock.now()
  const deposit: ObservedDeposit = {
    id: world.identifiers.id("dep"),
    customerId,
    namedIntentId,
    network,
    asset,
    amountBaseUnits,
    transaction: { txHash, operationIndex, fromAddress, toAddress, memo },
    observedAtMs: nowMs,
  }
  moveIn(world, transfer, { to: "awaiting", reason: "deposit_observed", reference: deposit.id })
  world.agenda.schedule(finalAtMs(network, world.startMs, nowMs), () => concludeDeposit(world, deposit))
  return deposit.id
}

function concludeDeposit(world: World, deposit: ObservedDeposit): void {
  const { business, intents } = world
  const { customerId, asset } = deposit
  const activeIntents = customerId === undefined ? [] : intents.activeOf(customerId, asset.networkId)
  const verdict = judgeDeposit({ deposit, activeIntents, business, plan: currentPlan(world) })
  switch (verdict.kind) {
    case "ignored":
    case "unrecorded":
      return moveOn(world, deposit, "unrecorded", `deposit_${verdict.kind}`)
    case "ledger_only":
      return recordIncome(world, deposit, verdict.feeBaseUnits)
    case "matched":
      takeIntentStep(verdict.intent, "deposit_assigned")
      return recordIncome(world, deposit, verdict.feeBaseUnits, verdict.intent)
    case "review":
      return holdForReview(world, deposit, verdict)
  }
}

/** Clear income: a paid invoice, with an order or in a mode without orders. */
function recordIncome(
  world: World,
  deposit: ObservedDeposit,
  feeBaseUnits: bigint,
  intent?: StoredIntent
): void {
  const { asset, amountBaseUnits, transaction } = deposit
  const status = intent && ("matched" as const)
  const { id } = createAutoInvoice(world, deposit, { status, intent })
  settleFunds(world, {
    asset,
    from: "awaiting",
    grossBaseUnits: amountBaseUnits,
    transaction,
    feeBaseUnits,
    reference: id,
    payout: intent && payoutOf(intent, amountBaseUnits),
  })
}

/** A customer's income is recorded as paid even when its order is unclear. */
function holdForReview(world: World, deposit: ObservedDeposit, verdict: Verdict & { kind: "review" }): void {
  const { status, expectedIntent, isIncome } = verdict
  moveOn(world, deposit, "review", status)
  const invoice = isIncome ? createAutoInvoice(world, deposit, { status }) : undefined
  const stored: StoredDeposit = {
    ...deposit,
    assignmentStatus: status,
    expectedIntent,
    status: "review_required",
    invoiceId: invoice?.id,
    failsNextRefund: false,
  }
  world.deposits.add(stored)
  world.webhooks.announce("deposit.review_required", stored.id, depositToContract(world, stored))
}

function moveOn({ ledger }: World, deposit: ObservedDeposit, to: Account, reason: string): void {
  const { id, asset, amountBaseUnits: baseUnits } = deposit
  ledger.move({ asset: assetKey(asset), from: "awaiting", to, baseUnits, reason, reference: id })
}

/**
 * Records a deposit as a paid invoice and announces it. The invoice amount is the intent's, or the received
 * one without a certain intent. `status` is undefined in the mode `ledger_only`.
 *
 * @see service-interface "Auto Deposit Intent"
 */
function createAutoInvoice(
  world: World,
  deposit: ObservedDeposit,
  { status, intent }: { status: StoredInvoice["autoDepositAssignmentStatus"]; intent?: StoredIntent }
): StoredInvoice {
  const { network, asset, amountBaseUnits, transaction, customerId } = deposit
  const { chain, networkId, token } = asset
  const { finality } = network
  const invoice: StoredInvoice = {
    id: world.identifiers.id("inv"),
    rail: { chain, networkId, token },
    network,
    asset,
    amount: intent?.expectedAmount ?? formatAmount(amountBaseUnits, asset.decimals),
    amountBaseUnits: intent?.expectedBaseUnits ?? amountBaseUnits,
    expiresAtMs: undefined,
    receiver: receiverOf(deposit),
    payout: intent?.payout,
    customerId,
    depositId: deposit.id,
    autoDepositAssignmentStatus: status,
    externalOrderId: intent?.externalOrderId,
    status: "pending",
    receivedBaseUnits: amountBaseUnits,
    completion: {
      txHash: transaction.txHash,
      confirmations: finality.kind === "ledger" ? 1 : finality.requiredConfirmations,
    },
  }
  world.invoices.add(invoice)
  const isOver = invoice.receivedBaseUnits > invoice.amountBaseUnits
  takeStep(world, invoice, isOver ? "settled_over" : "settled_exact")
  return invoice
}

/** Where the money really went. Only the treasury has memos. */
function receiverOf({ transaction: { toAddress, memo }, namedIntentId }: ObservedDeposit): Receiver {
  if (namedIntentId === undefined || memo === null) return { address: toAddress }
  return { address: toAddress, receiveMode: "memo_required", memoId: memo }
}
