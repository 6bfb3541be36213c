import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import { createInvoiceRequestSchema } from "../../gateway/contract"
import { currentPlan } from "../billing/current-plan"
import { invoiceFee } from "../billing/invoice-fee"
import { nextBlockAtMs } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import { requireCustomer } from "../customers/customer-creation"
import { invalid, parseInput } from "../sandbox-error"
import type { World } from "../world"
import { readPayoutPlan } from "../payouts/payout-request"
import { chooseAsset } from "./asset-choice"
import { takeStep } from "./invoice-steps"
import { assignReceiver, claimReceiver, openStellarAccount } from "./receiver"
import { isAwaitingBlocks, type StoredInvoice } from "./stored-invoice"

/**
 * Creates an invoice from the body of a request.
 *
 * @throws SandboxError naming each field that is not valid
 * @see service-interface "Invoice: request fields"
 */
export function createInvoice(world: World, body: unknown): StoredInvoice {
  const request = parseInput(createInvoiceRequestSchema, body)
  const { network, asset } = chooseAsset(request, world.catalog)
  const { chain, networkId, token, receiveMode, customerId } = request
  const amountBaseUnits = positiveAmount(request.amount, asset.decimals)
  checkNet(world, asset, amountBaseUnits)
  if (customerId !== undefined) requireCustomer(world, customerId)
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

/** @throws SandboxError for an amount that the fee would eat up, on the plan of this moment */
function checkNet(world: World, asset: CatalogToken, amountBaseUnits: bigint): void {
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, currentPlan(world))
  if (amountBaseUnits > feeBaseUnits) return
  const fee = formatAmount(feeBaseUnits, asset.decimals)
  throw invalid({ field: "amount", message: `leaves nothing after the fee of ${fee} ${asset.token}` })
}

/**
 * Reads an amount that can be paid.
 *
 * @throws SandboxError
 */
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

/** An invoice that is paid and only waits for blocks does not expire. */
function scheduleExpiry(world: World, invoice: StoredInvoice, expiresAtMs: number): void {
  world.agenda.schedule(expiresAtMs, () => {
    if (invoice.status === "pending" && !isAwaitingBlocks(invoice)) takeStep(world, invoice, "expired")
  })
}

/** A dedicated account has to exist on the ledger before anyone may see its address. */
function scheduleAddress(world: World, invoice: StoredInvoice): void {
  world.agenda.schedule(nextBlockAtMs(invoice.network, world.startMs, world.clock.now()), () => {
    invoice.receiver.address = openStellarAccount(world)
    claimReceiver(world.receivers, invoice)
  })
}
