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
    transaction: vocabulary("completed", "pending", "reviewRequired", "failed").prefault({}),
    billing: vocabulary("active", "pastDue").prefault({}),
  })
  .check(({ value, issues }) => {
    for (const [resource, meanings] of Object.entries(value)) {
      const owner = new Map<string, string>()
      for (const [meaning, own] of Object.entries(meanings)) {
        for (const word of own) {
          const other = owner.get(word)
          const message = `"${word}" is a word of ${resource}.${other} too: one word has one meaning`
          if (other !== undefined)
            issues.push({ code: "custom", path: [resource, meaning], message, input: own })
          owner.set(word, meaning)
        }
      }
    }
  })
  .prefault({})
