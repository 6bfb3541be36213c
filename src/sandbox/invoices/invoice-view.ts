import type { Assumptions } from "../../gateway/assumptions"
import { formatAmount } from "../../gateway/amount"
import {
  invoiceToRecord,
  type ConfirmationProgress,
  type Invoice,
  type WireRecord,
} from "../../gateway/contract"
import type { InvoiceStatus } from "./lifecycle"
import type { StoredInvoice } from "./stored-invoice"

/** Whether `confirmationProgress` is shown: the canonical invoice leaves it out. */
export type InvoiceDetail = "canonical" | "with_progress"

/** The name of a status on the wire. */
export function statusToWire(status: InvoiceStatus, { statuses }: Assumptions): string {
  const named: Partial<Record<InvoiceStatus, string>> = statuses.invoice
  return named[status] ?? status
}

/** An invoice under the contract's names. Metadata is left out: the service does not promise to echo it. */
export function invoiceToContract(
  stored: StoredInvoice,
  detail: InvoiceDetail,
  assumptions: Assumptions
): Invoice {
  const { receiver, asset } = stored
  const isSettled = stored.status === "paid" || stored.status === "overpaid"
  return {
    id: stored.id,
    status: statusToWire(stored.status, assumptions),
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

/** An invoice as it goes over the wire, before a response's envelope. */
export function invoiceToWire(
  stored: StoredInvoice,
  detail: InvoiceDetail,
  assumptions: Assumptions
): WireRecord {
  return invoiceToRecord(invoiceToContract(stored, detail, assumptions), assumptions)
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
