import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import {
  type ConfirmationProgress,
  createInvoiceRequestSchema,
  type EndpointName,
  type Invoice,
  type ReceiveMode,
} from "../../gateway/contract"
import { toUsdUnits, valueInUsdUnits } from "../billing/gas-price"
import { currentPlan, invoiceFee } from "../billing/plans"
import { assetKey, type CatalogToken, nextBlockAtMs } from "../catalog/catalog"
import { type Identifiers, toAddress } from "../determinism/identifiers"
import { type Call, listReply, type Operation, resourceReply } from "../http/operation"
import { writtenStatus } from "../http/wire-writer"
import { newMemoId, type Receivers } from "../payments/receivers"
import { readPayoutPlan } from "../payouts/payout-request"
import { invalid, parseInput } from "../sandbox-error"
import { nextStatus } from "../store"
import type { World } from "../world"
import {
  chooseAsset,
  invoiceEvent,
  invoiceLifecycle,
  type InvoiceStatus,
  type InvoiceTrigger,
  isAwaitingBlocks,
  type Receiver,
  type StoredInvoice,
} from "./stored-invoice"

/**
 * Takes a transition and announces it. The money of an invoice that ends unpaid goes to recovery; the caller
 * settles that of a paid one.
 *
 * @throws SandboxError for an impossible transition
 */
export function takeStep(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  invoice.status = nextStatus(invoiceLifecycle, "invoice", invoice, trigger)
  if (isLost(invoice.status)) recoverFunds(world, invoice)
  announceInvoice(world, invoice, trigger)
}

function recoverFunds({ ledger }: World, { id, asset, receivedBaseUnits, status }: StoredInvoice): void {
  const move = { asset: assetKey(asset), baseUnits: receivedBaseUnits, reference: id }
  ledger.move({ ...move, from: "awaiting", to: "recovery", reason: `invoice_${status}` })
}

function isLost(status: InvoiceStatus): boolean {
  return status === "expired" || status === "failed" || status === "cancelled"
}

/** Announces an event of an invoice, also when its status stays the same. */
export function announceInvoice(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  world.webhooks.announce(
    invoiceEvent(trigger, world.assumptions),
    invoice.id,
    invoiceToContract(invoice, "with_progress")
  )
}

/** The canonical invoice has no `confirmationProgress`. */
type InvoiceDetail = "canonical" | "with_progress"

/** Without metadata: the service does not promise to echo it. */
export function invoiceToContract(stored: StoredInvoice, detail: InvoiceDetail): Invoice {
  const { receiver, asset } = stored
  const isSettled = stored.status === "paid" || stored.status === "overpaid"
  return {
    id: stored.id,
    status: stored.status,
    ...stored.rail,
    amount: stored.amount,
    depositAddress: receiver.address,
    receiveMode: receiver.receiveMode,
    memoId: receiver.memoId,
    memo: receiver.memoId === undefined ? undefined : { type: "id", value: receiver.memoId },
    canonicalAssetId: stored.rail.chain === "stellar" ? asset.canonicalAssetId : undefined,
    confirmationProgress: detail === "with_progress" ? progressOf(stored) : undefined,
    autoDepositAssignmentStatus: stored.autoDepositAssignmentStatus,
    externalOrderId: stored.externalOrderId,
    expiresAt: stored.expiresAtMs === undefined ? undefined : new Date(stored.expiresAtMs).toISOString(),
    receivedAmount: formatAmount(stored.receivedBaseUnits, asset.decimals),
    settlementTxHash: isSettled ? stored.completion?.txHash : undefined,
  }
}

function progressOf({ status, network, completion }: StoredInvoice): ConfirmationProgress | undefined {
  if (status !== "confirming" || !completion || network.finality.kind !== "blocks") return undefined
  const required = network.finality.requiredConfirmations
  const current = completion.confirmations
  return {
    current,
    required,
    remaining: required - current,
    percent: Math.floor((100 * current) / required),
    txHash: completion.txHash,
  }
}

/** @throws SandboxError naming each invalid field @see service-interface "Invoice: request fields" */
export function createInvoice(world: World, body: unknown): StoredInvoice {
  const request = parseInput(createInvoiceRequestSchema, body)
  const { network, asset } = chooseAsset(request, world.catalog)
  const { chain, networkId, token, receiveMode, customerId } = request
  const amountBaseUnits = positiveAmount(request.amount, asset.decimals)
  checkMinimum(world, asset, amountBaseUnits)
  checkNet(world, asset, amountBaseUnits)
  if (customerId !== undefined) world.customers.get(customerId)
  const payout = readPayoutPlan(world, { ...request, asset, amountBaseUnits })
  const expiresAtMs = world.clock.now() + world.invoiceTtlMs
  const invoice: StoredInvoice = {
    id: world.identifiers.id("inv"),
    rail: { chain, networkId, token },
    network,
    asset,
    amount: request.amount,
    amountBaseUnits,
    expiresAtMs,
    receiver: assignReceiver(chain, receiveMode, world),
    payout,
    customerId,
    status: "pending",
    receivedBaseUnits: 0n,
  }
  world.invoices.add(invoice)
  claimReceiver(world.receivers, invoice)
  scheduleExpiry(world, invoice, expiresAtMs)
  if (invoice.receiver.address === undefined) scheduleAddress(world, invoice)
  return invoice
}

/** @throws SandboxError below the business's minimum */
function checkMinimum({ business }: World, asset: CatalogToken, amountBaseUnits: bigint): void {
  if (valueInUsdUnits(amountBaseUnits, asset) >= toUsdUnits(business.invoiceMinUsd)) return
  throw invalid({ field: "amount", message: `is worth less than ${business.invoiceMinUsd} USD` })
}

/** @throws SandboxError when the current plan's fee would take the whole amount */
function checkNet(world: World, asset: CatalogToken, amountBaseUnits: bigint): void {
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, currentPlan(world))
  if (amountBaseUnits > feeBaseUnits) return
  const fee = formatAmount(feeBaseUnits, asset.decimals)
  throw invalid({ field: "amount", message: `leaves nothing after the fee of ${fee} ${asset.token}` })
}

/** @throws SandboxError for zero, or too many decimals */
export function positiveAmount(amount: string, decimals: number, field = "amount"): bigint {
  try {
    const baseUnits = parseAmount(amount, decimals)
    if (baseUnits > 0n) return baseUnits
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    throw invalid({ field, message: error.message })
  }
  throw invalid({ field, message: "must be more than zero" })
}

/** A complete payment that waits for blocks does not expire. */
function scheduleExpiry(world: World, invoice: StoredInvoice, expiresAtMs: number): void {
  world.agenda.schedule(expiresAtMs, () => {
    if (invoice.status === "pending" && !isAwaitingBlocks(invoice)) takeStep(world, invoice, "expired")
  })
}

/** A dedicated account must exist on the ledger before its address is shown. */
function scheduleAddress(world: World, invoice: StoredInvoice): void {
  world.agenda.schedule(nextBlockAtMs(invoice.network, world.startMs, world.clock.now()), () => {
    invoice.receiver.address = openStellarAccount(world)
    claimReceiver(world.receivers, invoice)
  })
}

type Source = { identifiers: Identifiers; receivers: Receivers }

/** Assigns an own address, or the treasury and a memo. @see service-interface "Stellar mainnet invoice rules" */
function assignReceiver(chain: string, receiveMode: ReceiveMode | undefined, source: Source): Receiver {
  if (chain !== "stellar") return { address: toAddress(chain, source.identifiers.bytes("address")) }
  if (receiveMode === "dedicated_address") return { address: undefined, receiveMode }
  return {
    address: source.receivers.treasuryAddress,
    receiveMode: "memo_required",
    memoId: newMemoId(source),
  }
}

function openStellarAccount({ identifiers }: Pick<Source, "identifiers">): string {
  return toAddress("stellar", identifiers.bytes("address"))
}

/** Later money at this receiver belongs to the invoice. */
function claimReceiver(receivers: Receivers, { id, receiver }: StoredInvoice): void {
  const owner = { kind: "invoice", invoiceId: id } as const
  if (receiver.memoId !== undefined) receivers.claimMemo(receiver.memoId, owner)
  else if (receiver.address !== undefined) receivers.claimAddress(receiver.address, owner)
}

export const invoiceOperations = {
  createInvoice: (call) => oneInvoice(call, createInvoice(call.world, call.body), "canonical", 201),
  getInvoice: (call) => oneInvoice(call, invoiceOf(call), "canonical"),
  getInvoiceProgress: (call) => oneInvoice(call, invoiceOf(call), "with_progress"),
  listInvoices: (call) => {
    const { assumptions, invoices } = call.world
    const status = call.query["status"]
    return listReply(call, {
      kind: "invoice",
      rows: invoices.newestFirst(),
      keyOf: (invoice) => invoice.id,
      isWanted: (invoice) =>
        status === undefined || writtenStatus("invoice", invoice.status, assumptions) === status,
      toContract: (invoice) => invoiceToContract(invoice, "canonical"),
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>

function invoiceOf({ world, params }: Call): StoredInvoice {
  return world.invoices.get(params["invoiceId"] ?? "")
}

function oneInvoice({ world }: Call, invoice: StoredInvoice, detail: InvoiceDetail, status = 200) {
  return resourceReply(world, "invoice", invoiceToContract(invoice, detail), status)
}
