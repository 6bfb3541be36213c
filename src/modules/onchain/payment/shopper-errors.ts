import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"

/** The log and the row have the reason: the words of the service may say anything to a shopper. */
export function checkoutError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  return error.isRetryable ? unreachable() : unavailableRail()
}

export function signInFirst(): MedusaError {
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Sign in to pay with crypto: this shop takes it on an address of your own, which belongs to an account."
  )
}

/** No other rail helps. */
export function unreachable(): MedusaError {
  return shopperError(
    "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
    "payments_unreachable"
  )
}

export function unavailableRail(): MedusaError {
  return shopperError(
    "This way of paying is not available right now. Choose another one.",
    "rail_unavailable"
  )
}

/** A storefront may act on the code. Append-only. */
export function shopperError(
  message: string,
  code: "payments_unreachable" | "rail_unavailable" | "address_unconfirmed"
): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}
