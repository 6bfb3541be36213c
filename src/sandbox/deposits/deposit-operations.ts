import { formatAmount, isWithinBps } from "../../gateway/amount"
import { assignDepositRequestSchema, type Deposit, type EndpointName } from "../../gateway/contract"
import { currentPlan, invoiceFee } from "../billing/plans"
import { assetKey } from "../catalog/catalog"
import { newTxHash } from "../determinism/identifiers"
import { type Call, listReply, type Operation, resourceReply } from "../http/operation"
import { writtenStatus } from "../http/wire-writer"
import { payoutOf, type StoredIntent, takeIntentStep } from "../intents/stored-intent"
import { announceInvoice } from "../invoices/invoice-operations"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { LedgerMove } from "../ledger/ledger"
import { finalAtMs } from "../payments/transfer"
import { checkPayoutPolicy } from "../payouts/payout-request"
import { settleFunds } from "../payouts/settle-funds"
import { conflict, parseInput } from "../sandbox-error"
import { nextStatus } from "../store"
import type { World } from "../world"
import { depositEvents, depositLifecycle, type DepositTrigger, type StoredDeposit } from "./stored-deposit"

/** @throws SandboxError for an impossible transition, before anything else happens */
function checkDepositStep(deposit: StoredDeposit, trigger: DepositTrigger): void {
  nextStatus(depositLifecycle, "deposit", deposit, trigger)
}

/** Takes a transition and announces it by webhook. @throws SandboxError */
function takeDepositStep(world: World, deposit: StoredDeposit, trigger: DepositTrigger): void {
  deposit.status = nextStatus(depositLifecycle, "deposit", deposit, trigger)
  world.webhooks.announce(depositEvents[trigger], deposit.id, depositToContract(world, deposit))
}

/** `safeToFulfill` is always false: only `invoice.paid` fulfils an order. */
export function depositToContract(world: World, deposit: StoredDeposit): Deposit {
  const { asset, amountBaseUnits, customerId, expectedIntent, transaction } = deposit
  return {
    depositId: deposit.id,
    customerId,
    externalCustomerRef: world.customers.find(customerId ?? "")?.externalRef,
    chain: asset.chain,
    networkId: asset.networkId,
    asset: {
      token: asset.token,
      tokenMint: asset.tokenMint,
      canonicalAssetId: asset.canonicalAssetId,
      supported: asset.supported,
    },
    amount: {
      raw: String(amountBaseUnits),
      display: formatAmount(amountBaseUnits, asset.decimals),
      decimals: asset.decimals,
    },
    transaction: {
      txHash: transaction.txHash,
      operationIndex: transaction.operationIndex,
      fromAddress: transaction.fromAddress,
      toAddress: transaction.toAddress,
    },
    assignment: {
      status: deposit.assignmentStatus,
      safeToFulfill: false,
      expectedIntent: expectedIntent && {
        id: expectedIntent.id,
        externalOrderId: expectedIntent.externalOrderId,
        expectedAmountRaw: String(expectedIntent.expectedBaseUnits),
      },
    },
    resolutionStatus: deposit.status,
    safeToFulfill: false,
    memo: transaction.memo ?? undefined,
    observedAt: new Date(deposit.observedAtMs).toISOString(),
  }
}

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
 * @throws SandboxError 409 when it can only be refunded because no net remains
 * @see service-interface "Deposit review"
 */
function feeOfDeposit(world: World, deposit: StoredDeposit): bigint {
  const { id, asset, amountBaseUnits, assignmentStatus } = deposit
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, currentPlan(world))
  const isHeld = assignmentStatus === "review_required_non_positive_net"
  if (!isHeld && feeBaseUnits < amountBaseUnits) return feeBaseUnits
  throw conflict(`deposit ${id} can only be refunded: the fee leaves nothing of it`)
}

export const depositOperations = {
  listDeposits: (call) => {
    const { world, query } = call
    const status = query["status"]
    return listReply(call, {
      kind: "deposit",
      rows: world.deposits.newestFirst(),
      keyOf: (deposit) => deposit.id,
      isWanted: (deposit) =>
        status === undefined || writtenStatus("deposit", deposit.status, world.assumptions) === status,
      toContract: (deposit) => depositToContract(world, deposit),
    })
  },
  assignDeposit: (call) => {
    const deposit = depositOf(call)
    const { id } = assignDeposit(call.world, deposit, call.body)
    return actionReply(call, deposit, id)
  },
  acceptDeposit: (call) => {
    const deposit = depositOf(call)
    acceptDeposit(call.world, deposit)
    return actionReply(call, deposit)
  },
  refundDeposit: (call) => {
    const deposit = depositOf(call)
    refundDeposit(call.world, deposit)
    return actionReply(call, deposit)
  },
} satisfies Partial<Record<EndpointName, Operation>>

function depositOf({ world, params }: Call): StoredDeposit {
  return world.deposits.get(params["depositId"] ?? "")
}

function actionReply({ world }: Call, { id, status }: StoredDeposit, invoiceId?: string) {
  return resourceReply(world, "depositAction", { depositId: id, resolutionStatus: status, invoiceId })
}
