import { z } from "zod"
import type { Assumptions } from "../assumptions"
import type { ErrorMeaning } from "../assumptions/forms"
import { optional, textSchema } from "./fields"

/** Status categories of the document. */
export type ErrorCategory =
  "validation" | "authentication" | "permission" | "not_found" | "conflict" | "rate_limited" | "server"

/**
 * Documented codes with their category; an unknown code is kept as it is.
 *
 * The document gives the category of the plain codes only. The others are our reading.
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

/** A documented error code. The service may add others. */
export type KnownErrorCode = keyof typeof ERROR_CATEGORIES

/** All documented error codes. */
export const KNOWN_ERROR_CODES = Object.keys(ERROR_CATEGORIES).filter(
  (code): code is KnownErrorCode => code in ERROR_CATEGORIES
)

/** Category of an unknown code's status; undefined when none fits. */
export function categoryOf(status: number): ErrorCategory | undefined {
  if (status >= 500 && status <= 599) return "server"
  return CATEGORY_BY_STATUS.get(status)
}

/**
 * Category of a service error: by its code if known, else by its status.
 *
 * @example categoryOfError("BRAND_NEW", 409) // "conflict"
 */
export function categoryOfError(code: string, status: number | undefined): ErrorCategory | undefined {
  const known = KNOWN_ERROR_CODES.find((one) => one === code)
  if (known) return ERROR_CATEGORIES[known]
  return status === undefined ? undefined : categoryOf(status)
}

/** The documented code that leads on in the same way. */
const CODES = {
  validation: "VALIDATION_ERROR",
  authentication: "UNAUTHORIZED",
  permission: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  rate_limited: "RATE_LIMIT_EXCEEDED",
  server: "SERVICE_UNAVAILABLE",
  insufficient_balance: "INSUFFICIENT_BALANCE",
  duplicate: "DUPLICATE_REQUEST",
  in_progress: "IDEMPOTENCY_REQUEST_IN_PROGRESS",
} as const satisfies Record<ErrorMeaning, KnownErrorCode>

/**
 * Translates a code of the service that `assumptions.errors.categories` names into the documented code of its meaning.
 *
 * @returns any other code as it came
 * @example codeToOurs("quote_expired", parseAssumptions({ errors: { categories: { quote_expired: "conflict" } } }))
 * // "CONFLICT"
 */
export function codeToOurs(code: string, { errors }: Assumptions): string {
  const meaning = Object.hasOwn(errors.categories, code) ? errors.categories[code] : undefined
  return meaning === undefined ? code : CODES[meaning]
}

/** The inverse of {@link codeToOurs}; used by the sandbox. */
export function codeToTheirs(code: string, { errors }: Assumptions): string {
  const own = Object.entries(errors.categories).filter(([, meaning]) => CODES[meaning] === code)
  return own.at(-1)?.[0] ?? code
}

const CATEGORY_BY_STATUS = new Map<number, ErrorCategory>([
  [400, "validation"],
  [401, "authentication"],
  [403, "permission"],
  [404, "not_found"],
  [409, "conflict"],
  [429, "rate_limited"],
])

/**
 * Body of an error. A 5xx may carry anything. Other fields of a wrong type are dropped, so that the code
 * survives.
 */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: textSchema,
    message: optional(z.string()).catch(undefined),
    details: optional(z.array(z.unknown())).catch(undefined),
    requestId: optional(z.string()).catch(undefined),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
