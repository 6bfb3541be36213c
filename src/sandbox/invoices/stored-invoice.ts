import type { Assumptions } from "../../gateway/assumptions"
import type { CreateInvoiceRequest, Rail, ReceiveMode } from "../../gateway/contract"
import {
  type Catalog,
  type CatalogNetwork,
  type CatalogToken,
  requireNetwork,
  requireToken,
} from "../catalog/catalog"
import type { PayoutPlan } from "../payouts/payout-route"
import { invalid } from "../sandbox-error"
import { lifecycle } from "../store"

type AssetRequest = Pick<
  CreateInvoiceRequest,
  "chain" | "networkId" | "token" | "assetCode" | "issuerAddress" | "canonicalAssetId" | "receiveMode"
>

const STELLAR_ONLY = ["assetCode", "issuerAddress", "canonicalAssetId", "receiveMode"] as const

/**
 * Finds the network and asset of a request.
 *
 * @throws SandboxError naming the wrong field
 * @see service-interface "Token matching rules"
 */
export function chooseAsset(
  request: AssetRequest,
  catalog: Catalog
): { network: CatalogNetwork; asset: CatalogToken } {
  const network = requireNetwork(catalog, request.chain, request.networkId)
  if (request.chain === "stellar") return { network, asset: chooseStellarAsset(request, catalog) }

  const misplaced = STELLAR_ONLY.filter((field) => request[field] !== undefined)
  if (misplaced.length > 0) {
    throw invalid(...misplaced.map((field) => ({ field, message: "is for Stellar only" })))
  }
  return { network, asset: requireToken(catalog, request.networkId, request.token) }
}

/** On Stellar the symbol is only a label: the identity decides, and only XLM may omit it. */
function chooseStellarAsset(request: AssetRequest, catalog: Catalog): CatalogToken {
  const identity = stellarIdentity(request)
  const asset = catalog.findAsset(request.networkId, identity)
  if (asset) return asset
  const field = request.canonicalAssetId === undefined ? "issuerAddress" : "canonicalAssetId"
  throw invalid({ field, message: `"${identity}" is not in the catalog of ${request.networkId}` })
}

function stellarIdentity({ token, assetCode, issuerAddress, canonicalAssetId }: AssetRequest): string {
  if (assetCode !== undefined && issuerAddress === undefined) {
    throw invalid({ field: "issuerAddress", message: "is needed beside assetCode" })
  }
  if (issuerAddress !== undefined && assetCode === undefined) {
    throw invalid({ field: "assetCode", message: "is needed beside issuerAddress" })
  }
  const fromParts = assetCode === undefined ? undefined : `stellar:${assetCode}:${issuerAddress}`
  if (canonicalAssetId !== undefined && fromParts !== undefined && canonicalAssetId !== fromParts) {
    throw invalid({ field: "canonicalAssetId", message: "contradicts assetCode and issuerAddress" })
  }
  const identity = canonicalAssetId ?? fromParts ?? (token === "XLM" ? "stellar:XLM:native" : undefined)
  if (identity !== undefined) return identity
  throw invalid({
    field: "canonicalAssetId",
    message: `an issued asset such as ${token} needs it (or assetCode and issuerAddress)`,
  })
}

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

/**
 * Every transition of an invoice. Assumptions may give three of the names another wire name.
 *
 * A payment in sight prevents expiry and cancellation. Chains that settle with one ledger skip `confirming`.
 * Only a reorganization takes confirmations back.
 *
 * @see service-interface "States and transitions"; the last three states and reorganizations are the
 * sandbox's own
 */
export const invoiceLifecycle = lifecycle({
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
})
export type InvoiceStatus = keyof typeof invoiceLifecycle
export type InvoiceTrigger = keyof (typeof invoiceLifecycle)[InvoiceStatus]

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
