/**
 * The payment service, readable and usable without Medusa.
 *
 * @see service-interface
 */
export * from "./amount"
export * from "./assumptions"
export type { AttemptReport } from "./client/attempt-report"
export type { GatewayClientOptions } from "./client/client-options"
export { GatewayError, LOCAL_ERROR_CODES } from "./client/errors"
export type { CallOutcome, LocalErrorCode } from "./client/errors"
export { createGatewayClient } from "./client/gateway-client"
export type { GatewayClient } from "./client/gateway-client"
export { MAX_RETRY_AFTER_MS } from "./client/retry"
export * from "./contract"
export * from "./signature"
