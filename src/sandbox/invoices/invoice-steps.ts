import { formatAmount } from "../../gateway/amount"
import type { Assumptions } from "../../gateway/assumptions"
import { toRecord, type ConfirmationProgress, type Invoice, type WireRecord } from "../../gateway/contract"
import { assetKey } from "../catalog/tokens"
import { nextStatus } from "../store"
import type { World } from "../world"
import {
  invoiceEvent,
  invoiceLifecycle,
  type InvoiceStatus,
  type InvoiceTrigger,
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
    invoiceToWire(invoice, "with_progress", world.assumptions)
  )
}

/** The canonical invoice has no `confirmationProgress`. */
export type InvoiceDetail = "canonical" | "with_progress"

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

export function invoiceToWire(
  stored: StoredInvoice,
  detail: InvoiceDetail,
  assumptions: Assumptions
): WireRecord {
  return toRecord("invoice", invoiceToContract(stored, detail), assumptions)
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
