import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import type { OnchainSentence } from "../../../types/http"
import { inEnglish, sentence } from "../../../words/say"

/** Says what to do about a gateway that refuses the standard key, or cannot be reached. */
export function gatewayAdvice({ status, endpoint, message }: GatewayError): OnchainSentence {
  if (status === 401) return sentence("health.gateway.unknown_key")
  if (status === 403) return sentence("health.gateway.other_key")
  if (status === 404 && endpoint === "listBalances") return sentence("health.gateway.no_business")
  if (status === 404 && (endpoint === "listNetworks" || endpoint === "listTokens"))
    return sentence("health.gateway.no_catalog")
  return sentence("health.gateway.unusable", { message })
}

/** Turns a failed read of the gateway into advice for the admin who waits: MedusaError `not_allowed`. Any other error is thrown as it is. */
export function explainUnreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  const details = [gatewayAdvice(error)]
  const refusal = new MedusaError(MedusaError.Types.NOT_ALLOWED, inEnglish(details), error.code)
  throw Object.assign(refusal, { details })
}
