/** Status categories of the document. */
export type ErrorCategory =
  "validation" | "authentication" | "permission" | "not_found" | "conflict" | "rate_limited" | "server"

/**
 * Codes the document lists, with their category. The list can grow, so a code outside it is kept as it is.
 *
 * Which category a code belongs to is shown for the plain ones; for the others it is our reading of their meaning.
 *
 * @see service-interface "Errors"
 */
export const ERROR_CATEGORIES = {
  VALIDATION_ERROR: "validation",
  UNAUTHORIZED: "authentication",
  FORBIDDEN: "permission",
  NOT_FOUND: "not_found",
  CONFLICT: "conflict",
  DUPLICATE_REQUEST: "conflict",
  IDEMPOTENCY_REQUEST_IN_PROGRESS: "conflict",
  IDEMPOTENCY_KEY_MISMATCH: "conflict",
  RATE_LIMIT_EXCEEDED: "rate_limited",
  INSUFFICIENT_BALANCE: "conflict",
  WEBHOOK_EVENT_IN_FLIGHT: "conflict",
  WEBHOOK_EVENT_ALREADY_SCHEDULED: "conflict",
  WEBHOOK_EVENT_ALREADY_DELIVERED: "conflict",
  WEBHOOK_EVENT_NOT_FOUND: "not_found",
  WEBHOOK_RETRY_COOLDOWN: "conflict",
  WEBHOOK_REPLAY_NOT_SUPPORTED: "conflict",
  WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE: "conflict",
  WEBHOOK_REPLAY_COOLDOWN: "conflict",
  BILLING_INVOICE_NOT_FOUND: "not_found",
  BILLING_UNDERPAYMENT: "conflict",
  BILLING_INVOICE_NOT_PAYABLE: "conflict",
  BILLING_PAYMENT_REPLAY_CONFLICT: "conflict",
  CACHE_COORDINATION_UNAVAILABLE: "server",
  SERVICE_UNAVAILABLE: "server",
  INTERNAL_SERVER_ERROR: "server",
} as const satisfies Record<string, ErrorCategory>

export type KnownErrorCode = keyof typeof ERROR_CATEGORIES

export const KNOWN_ERROR_CODES = Object.keys(ERROR_CATEGORIES).filter(
  (code): code is KnownErrorCode => code in ERROR_CATEGORIES
)

/** Category of a status, for a code that is not known. @returns undefined for a status no category has */
export function categoryOf(status: number): ErrorCategory | undefined {
  if (status >= 500 && status <= 599) return "server"
  return CATEGORY_BY_STATUS.get(status)
}

/**
 * Category of an error as the service sent it: of the code where it is known, else of the status.
 *
 * @example categoryOfError("BRAND_NEW", 409) // "conflict"
 */
export function categoryOfError(code: string, status: number | undefined): ErrorCategory | undefined {
  const known = KNOWN_ERROR_CODES.find((one) => one === code)
  if (known) return ERROR_CATEGORIES[known]
  return status === undefined ? undefined : categoryOf(status)
}

const CATEGORY_BY_STATUS = new Map<number, ErrorCategory>([
  [400, "validation"],
  [401, "authentication"],
  [403, "permission"],
  [404, "not_found"],
  [409, "conflict"],
  [429, "rate_limited"],
])
