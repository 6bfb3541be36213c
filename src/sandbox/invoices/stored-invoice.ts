import type { Assumptions } from "../../gateway/assumptions"
import type { Rail, ReceiveMode } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import type { PayoutPlan } from "../payouts/payout-route"
import type { Lifecycle } from "../store"

/** `address` is undefined until a dedicated Stellar account is ready. */
export type Receiver = { address: string | undefined; receiveMode?: ReceiveMode; memoId?: string }

/** Amounts are base units of `asset`, instants epoch milliseconds. */
export type StoredInvoice = {
  readonly id: string
  readonly rail: Rail
  readonly network: CatalogNetwork
  readonly asset: CatalogToken
  /** Echoed as the request wrote it. Assigning a deposit changes it. */
  amount: string
  amountBaseUnits: bigint
  /** Undefined for an invoice that was paid from the start. */
  readonly expiresAtMs: number | undefined
  readonly receiver: Receiver
  readonly payout: PayoutPlan | undefined
  readonly customerId?: string
  /** Set when a deposit created it. */
  readonly depositId?: string
  /**
   * `matched`, or why its deposit is in review; absent for explicit invoices and in the mode `ledger_only`.
   */
  autoDepositAssignmentStatus?: string
  /** Order of the deposit's intent. */
  externalOrderId?: string
  status: InvoiceStatus
  receivedBaseUnits: bigint
  /** The payment that completed the amount. */
  completion?: { txHash: string; confirmations: number }
}

/** Whether the amount is complete and only blocks are missing. */
export function isAwaitingBlocks(invoice: StoredInvoice): boolean {
  return invoice.completion !== undefined && ["pending", "confirming"].includes(invoice.status)
}

/** The sandbox's own names; assumptions may give three of them another wire name. */
export const INVOICE_STATUSES = [
  "pending",
  "confirming",
  "paid",
  "overpaid",
  "expired",
  "failed",
  "cancelled",
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const INVOICE_TRIGGERS = [
  "payment_seen",
  "block_added",
  "reorganized",
  "settled_exact",
  "settled_over",
  "expired",
  "failed",
  "cancelled",
] as const
export type InvoiceTrigger = (typeof INVOICE_TRIGGERS)[number]

/**
 * Every transition of an invoice; any other pair is refused.
 *
 * A payment in sight prevents expiry and cancellation. Chains that settle with one ledger skip `confirming`.
 * Only a reorganization takes confirmations back.
 *
 * @see service-interface "States and transitions"; the last three states and reorganizations are the
 * sandbox's own
 */
export const invoiceLifecycle: Lifecycle<InvoiceStatus, InvoiceTrigger> = {
  pending: {
    payment_seen: "confirming",
    settled_exact: "paid",
    settled_over: "overpaid",
    expired: "expired",
    failed: "failed",
    cancelled: "cancelled",
  },
  confirming: {
    block_added: "confirming",
    reorganized: "pending",
    settled_exact: "paid",
    settled_over: "overpaid",
    failed: "failed",
  },
  paid: {},
  overpaid: {},
  expired: {},
  failed: {},
  cancelled: {},
}

/** The event of a transition. UNDOCUMENTED but for `invoice.paid`, which announces every settlement. */
export function invoiceEvent(trigger: InvoiceTrigger, { events }: Assumptions): string {
  const { confirming, failed, expired, cancelled } = events.invoice
  const names = {
    payment_seen: confirming,
    block_added: confirming,
    reorganized: "pending",
    settled_exact: "paid",
    settled_over: "paid",
    expired,
    failed,
    cancelled,
  } satisfies Record<InvoiceTrigger, string>
  return `invoice.${names[trigger]}`
}
