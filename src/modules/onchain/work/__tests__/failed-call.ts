import { GatewayError } from "../../../../gateway/client/errors"

type Arguments = ConstructorParameters<typeof GatewayError>

/** A call that failed and changed nothing, with what differs. */
export const failedCall = (endpoint: Arguments[0], change: Partial<Arguments[1]> = {}) => {
  const failure = { code: "SERVICE_UNAVAILABLE", explanation: "it failed", isRetryable: false } as const
  return new GatewayError(endpoint, { ...failure, outcome: "not_applied", ...change })
}
