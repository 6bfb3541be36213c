import { z } from "zod"
import { optional } from "./optional"

/** Codes the document lists. The list can grow, so a code outside it is kept as it is. */
export const KNOWN_ERROR_CODES = [
  "VALIDATION_ERROR",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "DUPLICATE_REQUEST",
  "IDEMPOTENCY_REQUEST_IN_PROGRESS",
  "IDEMPOTENCY_KEY_MISMATCH",
  "RATE_LIMIT_EXCEEDED",
  "INSUFFICIENT_BALANCE",
  "WEBHOOK_EVENT_IN_FLIGHT",
  "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  "WEBHOOK_EVENT_ALREADY_DELIVERED",
  "WEBHOOK_EVENT_NOT_FOUND",
  "WEBHOOK_RETRY_COOLDOWN",
  "WEBHOOK_REPLAY_NOT_SUPPORTED",
  "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE",
  "WEBHOOK_REPLAY_COOLDOWN",
  "BILLING_INVOICE_NOT_FOUND",
  "BILLING_UNDERPAYMENT",
  "BILLING_INVOICE_NOT_PAYABLE",
  "BILLING_PAYMENT_REPLAY_CONFLICT",
  "CACHE_COORDINATION_UNAVAILABLE",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
] as const
export type KnownErrorCode = (typeof KNOWN_ERROR_CODES)[number]

/**
 * Body of an error. A 5xx may carry something else entirely, and `details` may be missing.
 * A companion of the wrong type is dropped: it must not cost us the code, which decides.
 */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: z.string().min(1),
    message: optional(z.string()).catch(undefined),
    details: optional(z.array(z.unknown())).catch(undefined),
    requestId: optional(z.string()).catch(undefined),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
