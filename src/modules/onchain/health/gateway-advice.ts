import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"

/** Says what to do about a gateway that refuses the standard key, or cannot be reached. */
export function gatewayAdvice({ status, endpoint, message }: GatewayError): string {
  if (status === 401) return "The provider does not know apiKey. Copy the standard key of this environment."
  if (status === 403) return "apiKey is not allowed to do this. Use the standard key, not the payout key."
  if (status === 404 && endpoint === "listBalances")
    return "The provider knows no business with this businessId for apiKey. Copy both from the same business."
  if (status === 404)
    return "The provider has no catalog at baseUrl. baseUrl must end in the version path, such as /api/v1."
  return `The provider at baseUrl cannot be used: ${message}`
}

/** Says what to do about a payout key that is refused, or cannot be checked now. */
export function payoutAdvice({ status, message }: GatewayError): {
  status: "warning" | "error"
  message: string
} {
  if (status === 401)
    return {
      status: "error",
      message:
        "The provider does not know payoutApiKey: nothing can be paid out. Copy the payout key of this environment.",
    }
  if (status === 404)
    return {
      status: "error",
      message: "payoutApiKey belongs to another business than businessId. Copy both from the same business.",
    }
  return { status: "warning", message: `payoutApiKey could not be checked: ${message}` }
}

/**
 * Turns a failed read of the gateway into advice for the admin who waits for it.
 *
 * @throws MedusaError `not_allowed` with the advice; any other error as it is
 */
export function explainUnreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, gatewayAdvice(error), error.code)
}
