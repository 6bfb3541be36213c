import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway/client/errors"
import { isAddressRefusal } from "./address-book"
import { reasonOf } from "./error-reason"
import type { PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"

/**
 * An uncertain outcome keeps the row open under its key; a refusal ends it. So does an answer for another rail: its
 * address was shown to nobody, and the key would bring the same one again.
 */
export async function noteFailure(payment: PaymentRow, error: unknown, store: PaymentStore): Promise<void> {
  const reason = reasonOf(error)
  if (isFinal(error)) await store.move(payment, "failed", { last_error: reason })
  else await store.note(payment.id, { last_error: reason })
}

function isFinal(error: unknown): boolean {
  if (isAddressRefusal(error)) return true
  if (!(error instanceof GatewayError) || error.isRetryable) return false
  return error.outcome === "not_applied" || error.code === "RAIL_MISMATCH"
}

/** What a shopper may read; each failed attempt is in the log, and the reason is on the row. */
export function checkoutError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  if (!error.isRetryable) return unavailableRail(error.code)
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
    error.code
  )
}

export function unavailableRail(code?: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This way of paying is not available right now. Choose another one.",
    code
  )
}
