import type { OnchainUnallocatedPayment } from "../../types/http"

/** How a payment without an order stands: `applying` until the order is marked as paid. */
export type Standing = "waiting" | "applying" | "applied" | "refund_due" | "kept"

/** Reads how a payment stands from what was decided about it. */
export function standingOf({ resolution }: Pick<OnchainUnallocatedPayment, "resolution">): Standing {
  if (!resolution) return "waiting"
  if (resolution.name === "apply") return resolution.is_done ? "applied" : "applying"
  return resolution.name === "keep" ? "kept" : "refund_due"
}
