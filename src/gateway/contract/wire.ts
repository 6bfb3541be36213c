import { z } from "zod"
import type { Assumptions, ErrorMeaning } from "../assumptions"

/** Documented chains. The catalog may bring others, so responses accept any text. */
export const KNOWN_CHAINS = ["evm", "sol", "stellar"] as const

/** No `min(1)`: zod compares the `length` of whatever the service sent, which throws on an odd object. */
export const textSchema = z.string().refine((text) => text !== "", "expected text that is not empty")

/** One network and asset. Assets match when all three are equal, and on Stellar the canonical id too. */
export const railSchema = z.object({ chain: textSchema, networkId: textSchema, token: textSchema })
export type Rail = z.infer<typeof railSchema>

/** How a Stellar invoice is paid: to the treasury with a memo, or to its own address. */
export const receiveModeSchema = z.enum(["memo_required", "dedicated_address"])
export type ReceiveMode = z.infer<typeof receiveModeSchema>

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
const MAX_DIGITS = 96

/** Whether a text is a plain, non-negative decimal: no sign, exponent, spaces, leading zeros or bare dot. */
export function isDecimalString(text: string): boolean {
  return text.length <= MAX_DIGITS && DECIMAL.test(text)
}

/** Decimal amount in token units, as text. */
export const decimalSchema = z.string().refine(isDecimalString, "expected a decimal amount as text")

/** A JSON object, not parsed further. */
export type WireRecord = Record<string, unknown>

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * Reads a field with an assumed name, or a path such as `gas.included.remaining`; undefined when absent or
 * null.
 */
export function fieldOf(record: object, name: string | null): unknown {
  return (name === null ? undefined : ownField(record, name)) ?? undefined
}

/** Whether a field is there, null included. */
export function hasField(record: object, name: string): boolean {
  return ownField(record, name) !== undefined
}

function ownField(record: object, path: string): unknown {
  if (Object.hasOwn(record, path)) return Reflect.get(record, path)
  const dot = path.indexOf(".")
  const inner = dot < 0 ? undefined : ownField(record, path.slice(0, dot))
  return typeof inner === "object" && inner !== null ? ownField(inner, path.slice(dot + 1)) : undefined
}

/** The inverse of {@link fieldOf}: a copy of the record with a field, in objects where its name is a path. */
export function withField(
  record: Record<string, unknown>,
  name: string,
  value: unknown
): Record<string, unknown> {
  const [first = "", ...rest] = name.split(".")
  if (rest.length === 0) return { ...record, [first]: value }
  const inner = record[first]
  const outer = typeof inner === "object" && inner !== null ? { ...inner } : {}
  return { ...record, [first]: withField(outer, rest.join("."), value) }
}

/** A recipient's share of one invoice, in basis points of the net amount. */
export const payoutRecipientSchema = z.strictObject({
  label: textSchema,
  destinationAddress: textSchema,
  shareBps: z.number().int().min(1).max(10_000),
})
export type PayoutRecipient = z.infer<typeof payoutRecipientSchema>

/** Two ways to split an invoice; they exclude each other. */
export const payoutFields = {
  payoutRouteId: textSchema.optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1).optional(),
}

/** Line breaks, terminal commands, invisible marks and direction marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Longer than any field of the service, cursors included. */
export const LONGEST_TEXT = 4_096

/**
 * Removes invisible characters, so that a text cannot break a log line or control a terminal.
 *
 * @param longest characters to keep
 * @example plainText("paid\u001b[31mERROR", 10) // "paid[31mER…"
 */
export function plainText(text: string, longest: number = LONGEST_TEXT): string {
  const seen = text.replace(UNSEEN, "")
  return seen.length > longest ? `${seen.slice(0, longest - 1)}…` : seen
}

/** JSON escapes control characters; other invisible or overlong text appears as it is. */
const MAY_HOLD_UNSEEN = /\\[bfnrtu]|[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/u
const MAY_BE_OVERLONG = /[^"\\]{4097}/

const BYTE_ORDER_MARK = "\uFEFF"

/** Parses JSON that may begin with a byte order mark, as some senders write it. @throws SyntaxError when it is not JSON */
export function readJson(json: string): unknown {
  return JSON.parse(json.startsWith(BYTE_ORDER_MARK) ? json.slice(BYTE_ORDER_MARK.length) : json)
}

/** Parses JSON and makes every text value plain. Field names stay: they are never shown. @throws SyntaxError when it is not JSON */
export function readPlainJson(json: string): unknown {
  const value = readJson(json)
  // A short answer has no overlong text, and that search costs more than everything else here.
  const isOdd = MAY_HOLD_UNSEEN.test(json) || (json.length > LONGEST_TEXT && MAY_BE_OVERLONG.test(json))
  return isOdd ? withPlainTexts(value) : value
}

function withPlainTexts(value: unknown): unknown {
  if (typeof value === "string") return plainText(value)
  if (Array.isArray(value)) return value.map(withPlainTexts)
  if (typeof value !== "object" || value === null) return value
  // Defined rather than set: a field may be called "__proto__".
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlainTexts(inner)]))
}

/** A field that is not as documented. Never holds its value. */
export type Problem = { field: string; message: string }

const MAX_PROBLEMS = 10

/** A response without the documented shape. Holds field paths, never values. */
export class ContractError extends Error {
  override readonly name = "ContractError"
  readonly problems: readonly string[]
  readonly fields: readonly string[]

  /** @param found the first ten count; the answer itself is the field `(root)` */
  constructor(
    readonly resource: string,
    found: readonly Problem[]
  ) {
    const first = found.slice(0, MAX_PROBLEMS)
    const problems = first.map(({ field, message }) => `${field}: ${message}`)
    super(`The gateway's ${resource} does not have the documented shape: ${problems.join("; ")}`)
    this.problems = problems
    this.fields = first.map(({ field }) => field)
  }
}

/** Parses a value with a schema of this contract. @throws ContractError naming the fields that are wrong */
export function parseAs<T extends z.ZodType>(schema: T, value: unknown, resource: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({
    field: path.map(fieldName).join(".") || "(root)",
    message: plainText(message, 200),
  }))
  throw new ContractError(resource, problems)
}

/** Record keys come from the service and may hold anything. */
function fieldName(part: PropertyKey): string {
  const name = String(part)
  return /^\w{1,60}$/.test(name) ? name : "(odd name)"
}

/** A resource that an answer may wrap. */
export type Enveloped = keyof Assumptions["envelopes"]
export type Identified = keyof Assumptions["ids"]

/** An answer that cannot be read. Holds names, never values. */
export type UnreadableAnswer = {
  fields: readonly string[]
  /** The setting that may make it readable, or two; null when the document names the fields. */
  setting: string | null
}

/** By the resource of a {@link ContractError}. A resource of a list has no envelope of its own. */
const RESOURCES: Readonly<Record<string, { envelope?: Enveloped; id?: Identified }>> = {
  customer: { envelope: "customer", id: "customer" },
  "customer address": { envelope: "address" },
  invoice: { envelope: "invoice", id: "invoice" },
  intent: { envelope: "intent", id: "intent" },
  "withdrawal quote": { envelope: "quote", id: "quote" },
  withdrawal: { envelope: "withdrawal", id: "withdrawal" },
  transaction: { id: "transaction" },
  deposit: { id: "deposit" },
}
const IDENTIFIERS: readonly string[] = ["id", "depositId"]
/** Resources that require only the identifier. */
const BARE: readonly string[] = ["customer", "withdrawal quote"]
/** So many fields are missing only where the resource is somewhere else. */
const OTHER_OBJECT = 3

/**
 * Names the setting behind fields that cannot be read.
 *
 * @param resource of a ContractError
 * @returns null when the document names the fields
 * @example settingOf("invoice", ["id"]) // "assumptions.ids.invoice"
 */
export function settingOf(resource: string, fields: readonly string[]): string | null {
  if (resource.endsWith(" list")) return "assumptions.list.itemsFields"
  if (resource.endsWith(" list, cursor")) return "assumptions.list.nextCursorField"
  if (!Object.hasOwn(RESOURCES, resource)) return null
  const { envelope, id } = RESOURCES[resource] ?? {}
  const byEnvelope = envelope && `assumptions.envelopes.${envelope}`
  const hasNoId = id && IDENTIFIERS.some((name) => fields.includes(name))
  if (byEnvelope && (id === undefined || fields.length >= OTHER_OBJECT)) return byEnvelope
  if (!hasNoId) return null
  const byId = `assumptions.ids.${id}`
  return byEnvelope && BARE.includes(resource) ? `${byEnvelope} or ${byId}` : byId
}

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

const CATEGORY_BY_STATUS = new Map<number, ErrorCategory>([
  [400, "validation"],
  [401, "authentication"],
  [403, "permission"],
  [404, "not_found"],
  [409, "conflict"],
  [429, "rate_limited"],
])

/** Category of a service error: by its code if known, else by its status. @example categoryOfError("BRAND_NEW", 409) // "conflict" */
export function categoryOfError(code: string, status = 0): ErrorCategory | undefined {
  const known = KNOWN_ERROR_CODES.find((one) => one === code)
  if (known) return ERROR_CATEGORIES[known]
  return status >= 500 && status <= 599 ? "server" : CATEGORY_BY_STATUS.get(status)
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

/**
 * Body of an error. A 5xx may carry anything. Other fields of a wrong type are dropped, so that the code
 * survives.
 */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: textSchema,
    message: z.string().optional().catch(undefined),
    details: z.array(z.unknown()).optional().catch(undefined),
    requestId: z.string().optional().catch(undefined),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
