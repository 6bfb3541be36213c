import { z } from "zod"

/** Documented chains. The catalog may bring others, so responses accept any text. */
export const KNOWN_CHAINS = ["evm", "sol", "stellar"] as const

/** Text that is not empty. No `min(1)`: zod compares the `length` of whatever the service sent, which throws on an odd object. */
export const textSchema = z.string().refine((text) => text !== "", "expected text that is not empty")

/** One network and asset. Assets match when all three are equal, and on Stellar the canonical id too. */
export const railSchema = z.object({
  chain: textSchema,
  networkId: textSchema,
  token: textSchema,
})
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

/**
 * A wire field that may be absent or null; both read as undefined.
 *
 * A check, not a transformation: responses have dozens of these, and transformations cost several times as
 * much.
 */
export function optional<T extends z.ZodType>(schema: T): z.ZodOptional<T>
export function optional(schema: z.ZodType): z.ZodType {
  return schema.nullish().overwrite((value) => value ?? undefined)
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/**
 * Reads a field with an assumed name, or a path such as `gas.included.remaining`; undefined when absent or
 * null.
 */
export function fieldOf(record: object, name: string | null): unknown {
  if (name === null) return undefined
  if (Object.hasOwn(record, name)) return ownField(record, name)
  const { inner, rest } = innerOf(record, name)
  return inner && fieldOf(inner, rest)
}

/** Whether a field is there, null included. */
export function hasField(record: object, name: string): boolean {
  if (Object.hasOwn(record, name)) return true
  const { inner, rest } = innerOf(record, name)
  return inner !== undefined && hasField(inner, rest)
}

/** The object that a path such as `gas.included` leads into, and the rest of the path. */
function innerOf(record: object, path: string): { inner?: object; rest: string } {
  const dot = path.indexOf(".")
  if (dot < 0) return { rest: "" }
  const inner = ownField(record, path.slice(0, dot))
  const rest = path.slice(dot + 1)
  return typeof inner === "object" && inner !== null ? { inner, rest } : { rest }
}

function ownField(record: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(record, name)?.value ?? undefined
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

/** Stellar memo id: a decimal string that may exceed 2^53, so never a number. */
export const memoIdSchema = z.string().regex(/^\d{1,20}$/, "expected a numeric memo as text")

/** A memo. Its value is text: a memo id can be larger than 2^53. */
export const memoSchema = z.looseObject({ type: z.string().optional(), value: memoIdSchema })

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

/**
 * Parses JSON and makes every text value plain. Field names stay: they are never shown.
 *
 * @throws SyntaxError when it is not JSON
 */
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
