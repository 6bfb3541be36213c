import type { OnchainUnallocatedPayment } from "../../types/http"

/** How a payment without an order stands: `due_back` waits too, and no order waits for it; `applying` until the order is marked as paid. */
export type Standing = "waiting" | "due_back" | "applying" | "applied" | "refund_due" | "kept"

/** Reads how a payment stands from what was decided about it. */
export function standingOf({
  resolution,
  is_due_back,
}: Pick<OnchainUnallocatedPayment, "resolution" | "is_due_back">): Standing {
  if (!resolution) return is_due_back ? "due_back" : "waiting"
  if (resolution.name === "apply") return resolution.is_done ? "applied" : "applying"
  return resolution.name === "keep" ? "kept" : "refund_due"
}
