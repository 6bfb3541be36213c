import type { GatewayError } from "../../gateway/client/errors"

/** What to do about a gateway that refuses the standard key, or cannot be reached. */
export function gatewayAdvice({ status, endpoint, message }: GatewayError): string {
  if (status === 401)
    return "The gateway does not know apiKey. Copy the standard API key of this environment."
  if (status === 403) return "apiKey may not do this. It must be the standard key, not the payout key."
  if (status === 404 && endpoint === "listBalances")
    return "The gateway knows no business of this businessId that apiKey belongs to. Copy both from the same business."
  if (status === 404)
    return "The gateway has no catalog at baseUrl. It must end in the version path, such as /api/v1."
  return `The gateway at baseUrl cannot be used: ${message}`
}

/** What to do about a payout key that is refused, or that cannot be checked now. */
export function payoutAdvice({ status, message }: GatewayError): {
  status: "warning" | "error"
  message: string
} {
  if (status === 401)
    return {
      status: "error",
      message:
        "The gateway does not know payoutApiKey, so nothing can be paid out. Copy the payout API key of this environment.",
    }
  if (status === 404)
    return {
      status: "error",
      message: "payoutApiKey belongs to another business than businessId. Copy both from the same business.",
    }
  return { status: "warning", message: `payoutApiKey could not be checked: ${message}` }
}
