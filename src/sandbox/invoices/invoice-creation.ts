import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import { createInvoiceRequestSchema, type ReceiveMode } from "../../gateway/contract"
import { invoiceFee } from "../billing/fees"
import { currentPlan } from "../billing/plans"
import { toUsdUnits, valueInUsdUnits } from "../billing/usd-value"
import { nextBlockAtMs } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import { toAddress } from "../determinism/encodings"
import type { Identifiers } from "../determinism/identifiers"
import { newMemoId, type Receivers } from "../payments/receivers"
import { readPayoutPlan } from "../payouts/payout-request"
import { invalid, parseInput } from "../sandbox-error"
import type { World } from "../world"
import { chooseAsset } from "./asset-choice"
import { takeStep } from "./invoice-steps"
import { isAwaitingBlocks, type Receiver, type StoredInvoice } from "./stored-invoice"

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

/**
 * Assigns an own address, or the treasury and a memo.
 *
 * @see service-interface "Stellar mainnet invoice rules"
 */
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
