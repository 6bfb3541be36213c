import type { AssignmentStatus } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/catalog"
import type { StoredIntent } from "../intents/stored-intent"
import type { ObservedAsset } from "../payments/payment"
import { lifecycle } from "../store"

/** Money at a customer's address, or at the treasury without an owner. Amounts are base units of `asset`. */
export type ObservedDeposit = {
  readonly id: string
  /** Undefined when no memo names the customer. */
  readonly customerId: string | undefined
  /** Set when a treasury memo named it. */
  readonly namedIntentId: string | undefined
  readonly network: CatalogNetwork
  readonly asset: ObservedAsset
  readonly amountBaseUnits: bigint
  readonly transaction: {
    readonly txHash: string
    readonly operationIndex: number
    readonly fromAddress: string
    readonly toAddress: string
    readonly memo: string | null
  }
  readonly observedAtMs: number
}

/** A deposit that is, or was, in review. */
export type StoredDeposit = ObservedDeposit & {
  /** Why it is in review; `matched` once assigned. */
  assignmentStatus: AssignmentStatus | "matched"
  /** The intent it was probably meant for. */
  expectedIntent: StoredIntent | undefined
  status: DepositStatus
  readonly invoiceId: string | undefined
  /** Makes the next refund fail, for tests. */
  failsNextRefund: boolean
}

/**
 * Every transition of a deposit in review. The names are the sandbox's own; the assumptions map all but `review_required` to
 * wire names.
 *
 * @see service-interface "Deposit review"
 */
export const depositLifecycle = lifecycle({
  review_required: { assign: "assigned", accept: "accepted", refund_started: "refund_pending" },
  refund_pending: { refund_succeeded: "refunded", refund_failed: "review_required" },
  assigned: {},
  accepted: {},
  refunded: {},
})
type DepositStatus = keyof typeof depositLifecycle
export type DepositTrigger = keyof (typeof depositLifecycle)[DepositStatus]

export const depositEvents = {
  assign: "deposit.assigned",
  accept: "deposit.accepted",
  refund_started: "deposit.refund_pending",
  refund_succeeded: "deposit.refunded",
  refund_failed: "deposit.refund_failed",
} as const satisfies Record<DepositTrigger, string>
