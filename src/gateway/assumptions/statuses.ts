import { z } from "zod"
import { vocabulary } from "./forms"

/**
 * Our name of a status -> the service's words for it. The sandbox writes the last.
 *
 * UNDOCUMENTED, but for `pending`, `confirming`, `paid` and `overpaid` of an invoice, `pending_funds` and
 * `gas_blocked` of a withdrawal, and `review_required` of a deposit.
 */
export const statusesSchema = z
  .strictObject({
    invoice: vocabulary(
      "pending",
      "confirming",
      "paid",
      "overpaid",
      "failed",
      "expired",
      "cancelled"
    ).prefault({}),
    intent: vocabulary("active", "replaced", "matched").prefault({}),
    deposit: vocabulary("reviewRequired", "assigned", "accepted", "refundPending", "refunded").prefault({}),
    withdrawal: vocabulary(
      "queued",
      "processing",
      "pendingFunds",
      "gasBlocked",
      "fundsReserved",
      "broadcast",
      "completed",
      "destinationRejected",
      "failed"
    ).prefault({}),
    transaction: vocabulary("reviewRequired", "failed").prefault({}),
    billing: vocabulary("active", "pastDue").prefault({}),
  })
  .prefault({})
