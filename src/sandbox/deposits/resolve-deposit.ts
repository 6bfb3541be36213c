import { isWithinBps } from "../../gateway/amount"
import { assignDepositRequestSchema } from "../../gateway/contract"
import { invoiceFee } from "../billing/fees"
import { currentPlan } from "../billing/plans"
import { assetKey } from "../catalog/tokens"
import { newTxHash } from "../determinism/encodings"
import { takeIntentStep, payoutOf, type StoredIntent } from "../intents/stored-intent"
import { announceInvoice } from "../invoices/invoice-steps"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { LedgerMove } from "../ledger/ledger"
import { finalAtMs } from "../payments/transfer"
import { checkPayoutPolicy } from "../payouts/payout-request"
import { settleFunds } from "../payouts/settle-funds"
import { conflict, parseInput } from "../sandbox-error"
import type { World } from "../world"
import { checkDepositStep, takeDepositStep } from "./deposit-steps"
import type { StoredDeposit } from "./stored-deposit"

/**
 * Assigns a deposit to an intent's order and returns its paid invoice.
 *
 * @throws SandboxError 404 for an unknown intent, 409 for one that does not fit
 * @see service-interface "Deposit review"
 */
export function assignDeposit(world: World, deposit: StoredDeposit, body: unknown): StoredInvoice {
  const { intentId } = parseInput(assignDepositRequestSchema, body)
  checkDepositStep(deposit, "assign")
  const feeBaseUnits = feeOfDeposit(world, deposit)
  const intent = world.intents.get(intentId)
  checkFit(world, deposit, intent)
  const invoice = world.invoices.get(deposit.invoiceId ?? "")

  invoice.amount = intent.expectedAmount
  invoice.amountBaseUnits = intent.expectedBaseUnits
  invoice.autoDepositAssignmentStatus = "matched"
  invoice.externalOrderId = intent.externalOrderId
  deposit.assignmentStatus = "matched"
  deposit.expectedIntent = intent
  takeIntentStep(intent, "deposit_assigned")
  settleFunds(world, {
    asset: deposit.asset,
    from: "review",
    grossBaseUnits: deposit.amountBaseUnits,
    transaction: deposit.transaction,
    feeBaseUnits,
    reference: invoice.id,
    payout: payoutOf(intent, deposit.amountBaseUnits),
  })
  takeDepositStep(world, deposit, "assign")
  announceInvoice(world, invoice, "settled_exact")
  return invoice
}

function checkFit({ business }: World, deposit: StoredDeposit, intent: StoredIntent): void {
  const { id, customerId, asset, amountBaseUnits } = deposit
  const refused = (why: string) => conflict(`deposit ${id} does not fit intent ${intent.id}: ${why}`)
  if (intent.status !== "active") throw refused(`the intent is ${intent.status}`)
  if (intent.customerId !== customerId) throw refused("the customers differ")
  if (intent.asset.networkId !== asset.networkId) throw refused("the networks differ")
  if (assetKey(intent.asset) !== assetKey(asset)) throw refused("the assets differ")
  if (!isWithinBps(amountBaseUnits, intent.expectedBaseUnits, business.depositToleranceBps)) {
    throw refused("the amount is outside the tolerance")
  }
}

/**
 * Accepts a deposit as income without an order, less the fee.
 *
 * @throws SandboxError 409 when it is resolved or can only be refunded
 * @see service-interface "Deposit review"
 */
export function acceptDeposit(world: World, deposit: StoredDeposit): void {
  checkDepositStep(deposit, "accept")
  settleFunds(world, {
    asset: deposit.asset,
    from: "review",
    grossBaseUnits: deposit.amountBaseUnits,
    transaction: deposit.transaction,
    feeBaseUnits: feeOfDeposit(world, deposit),
    reference: deposit.id,
  })
  takeDepositStep(world, deposit, "accept")
}

/**
 * Returns the gross amount to its sender, without a fee. Ends after as many blocks as a payment needs.
 *
 * @throws SandboxError 409 when it is resolved, 403 when the payout policy forbids it
 * @see service-interface "Deposit review"
 */
export function refundDeposit(world: World, deposit: StoredDeposit): void {
  checkDepositStep(deposit, "refund_started")
  const { network, asset, amountBaseUnits, transaction } = deposit
  checkPayoutPolicy(world, { asset, amountBaseUnits, destinationAddress: transaction.fromAddress })
  moveFunds(world, deposit, { from: "review", to: "reserved", reason: "refund_started" })
  takeDepositStep(world, deposit, "refund_started")
  const endsAtMs = finalAtMs(network, world.startMs, world.clock.now())
  world.agenda.schedule(endsAtMs, () => finishRefund(world, deposit))
}

/**
 * Makes the refund in progress fail, or else the next one. @throws SandboxError when no refund is possible
 */
export function failNextRefund(world: World, depositId: string): void {
  const deposit = world.deposits.get(depositId)
  if (!["review_required", "refund_pending"].includes(deposit.status)) {
    throw conflict(`deposit ${depositId} is ${deposit.status}: it has no refund to fail`)
  }
  deposit.failsNextRefund = true
}

function finishRefund(world: World, deposit: StoredDeposit): void {
  const isFailing = deposit.failsNextRefund
  deposit.failsNextRefund = false
  if (isFailing) {
    moveFunds(world, deposit, { from: "reserved", to: "review", reason: "refund_failed" })
    return takeDepositStep(world, deposit, "refund_failed")
  }
  const txHash = newTxHash(deposit.asset.chain, world.identifiers)
  moveFunds(world, deposit, { from: "reserved", to: "outside", reason: "refunded", txHash })
  takeDepositStep(world, deposit, "refund_succeeded")
}

type Move = Pick<LedgerMove, "from" | "to" | "reason" | "txHash">

function moveFunds({ ledger }: World, { id, asset, amountBaseUnits }: StoredDeposit, move: Move): void {
  ledger.move({ ...move, asset: assetKey(asset), baseUnits: amountBaseUnits, reference: id })
}

/**
 * The fee of a deposit that becomes income, in base units.
 *
 * @throws SandboxError 409 when it can only be refunded: its asset has no known value, or no net remains
 * @see service-interface "Deposit review"
 */
function feeOfDeposit(world: World, deposit: StoredDeposit): bigint {
  const { id, asset, amountBaseUnits, assignmentStatus } = deposit
  if (!asset.supported) throw conflict(`deposit ${id} can only be refunded: its asset is not supported`)
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, currentPlan(world))
  const isHeld = assignmentStatus === "review_required_non_positive_net"
  if (!isHeld && feeBaseUnits < amountBaseUnits) return feeBaseUnits
  throw conflict(`deposit ${id} can only be refunded: the fee leaves nothing of it`)
}
