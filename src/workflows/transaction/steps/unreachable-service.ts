import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import { gatewayAdvice } from "../../../modules/onchain/gateway-advice"

/**
 * Says what to do about a service that does not answer what somebody wants to see.
 *
 * @throws MedusaError `not_allowed` in words; any other error as it is
 */
export function explainUnreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, gatewayAdvice(error), error.code)
}
