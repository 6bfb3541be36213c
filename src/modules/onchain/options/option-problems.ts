import type { z } from "zod"
import { isRecord } from "../../../gateway/contract"
import { REPLACED_PAYOUTS } from "./payout-options"
import { findRateConflicts, REPLACED_RATES } from "./rate-options"

/** Reads the raw input, so that conflicts are reported beside the problems of the schema. */
export function findConflicts(input: unknown): string[] {
  if (!isRecord(input)) return []
  return [...checkTransport(input), ...checkPayouts(input), ...checkRates(input), ...checkLinks(input)]
}

function checkTransport(input: Fields): string[] {
  if (typeof input.baseUrl !== "string" || !URL.canParse(input.baseUrl)) return []
  const url = new URL(input.baseUrl)
  const problems: string[] = []
  if (input.environment === "live" && url.protocol === "http:") {
    problems.push(`baseUrl: found an http address, expected https when environment is "live"`)
  }
  if (url.username || url.password || url.search || url.hash) {
    problems.push("baseUrl: found a login, query or fragment, expected the plain address of the provider")
  }
  return problems
}

function checkPayouts({ rails, payoutApiKey, apiKey }: Fields): string[] {
  if (payoutApiKey !== undefined && payoutApiKey === apiKey)
    return ["payoutApiKey: found the same key as apiKey, expected the separate payout key"]
  if (payoutApiKey !== undefined || !Array.isArray(rails)) return []
  const isPaidOn = rails.some(
    (rule) => isRecord(rule) && (rule.payoutRouteId !== undefined || rule.payoutRecipients !== undefined)
  )
  return isPaidOn ? ["payoutApiKey: found nothing, expected the payout key because rails have a payout"] : []
}

function checkRates({ environment, rates }: Fields): string[] {
  const sources = isRecord(rates) && Array.isArray(rates.sources) ? rates.sources : []
  const addressed = sources.flatMap((source: unknown, index) =>
    isRecord(source) && typeof source.baseUrl === "string" ? [{ index, baseUrl: source.baseUrl }] : []
  )
  return findRateConflicts(environment, addressed)
}

/** A link opens a payment or a refund, so it must travel encrypted. */
function checkLinks(fields: Fields): string[] {
  return ["notifications", "refundLinks"].flatMap((group) => checkPageUrl(fields, group))
}

function checkPageUrl({ environment, ...fields }: Fields, group: string): string[] {
  const links = fields[group]
  if (environment !== "live" || !isRecord(links) || typeof links.pageUrl !== "string") return []
  return links.pageUrl.startsWith("http:")
    ? [`${group}.pageUrl: found an http address, expected https when environment is "live"`]
    : []
}

type Fields = Record<string, unknown>

/** Says what is wrong with a field, what was found and what is expected, without the value of a secret. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.flatMap((key) => describeUnknown([...issue.path, key], input))
  }
  const field = issue.path.map(String).join(".") || "options"
  const isOurWording = issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")
  const expected = isOurWording ? issue.message : `expected ${KINDS[issue.expected] ?? issue.expected}`
  return [`${field}: found ${describeFound(issue.path, input)}, ${expected}`]
}

const CONSTANT = "no longer an option: remove it"
const CALLS = "replaced by throttle.callsPerMinute, the calls that the provider's plan allows in a minute"

/** Options of earlier versions, and what to do about each. */
const REMOVED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...REPLACED_PAYOUTS,
    ...REPLACED_RATES,
    assignmentMode: `${CONSTANT}; if the provider's dashboard says ledger_only, set collection to "invoice"`,
    "throttle.checkoutCallsPerMinute": CALLS,
    "reconciliation.maxCallsPerMinute": CALLS,
    ...constants("gateway", "timeoutMs", "maxAttempts", "catalogMaxAgeMs"),
    ...constants(
      "throttle",
      "addressIntervalMs",
      "openingsPerMinute",
      "watchersPerProcess",
      "watchersPerAddress"
    ),
    ...constants("inbox", "concurrency", "maxAttempts", "leaseMs", "maxBodyBytes", "maxOpenReadings"),
    ...constants("inbox", "keepDays", "keepDeadDays"),
    ...constants("deposits", "toleranceBps", "leaseMs"),
    ...constants("payouts", "leaseMs"),
    ...constants("reconciliation", "batchSize", "concurrency", "leaseMs"),
    ...constants("pageLinks", "lifetimeDays"),
    ...constants("refundLinks", "lifetimeDays"),
  })
)

function constants(group: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${group}.${name}`, CONSTANT]))
}

/** Names each option of a group that is no longer there, so that a merchant finds the lines to remove. */
function describeUnknown(path: readonly PropertyKey[], input: unknown): string[] {
  const field = path.map(String).join(".")
  const isGroup = [...REMOVED.keys()].some((name) => name.startsWith(`${field}.`))
  const value = valueAt(path, input)
  const names = isRecord(value) ? Object.keys(value) : []
  if (isGroup && names.length > 0) return names.flatMap((name) => describeUnknown([...path, name], input))
  return [`${field}: ${REMOVED.get(field) ?? (isGroup ? CONSTANT : "not an option of this plugin")}`]
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

const SECRET_FIELDS: readonly unknown[] = ["apiKey", "payoutApiKey", "webhookSecrets"]

function describeFound(path: readonly PropertyKey[], input: unknown): string {
  const value = valueAt(path, input)
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (path.some((key) => SECRET_FIELDS.includes(key)) && typeof value === "number") return "a number"
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return value.trim() === "" ? "an empty text" : "a text"
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list"
  return `a value of type ${typeof value}`
}

function valueAt(path: readonly PropertyKey[], input: unknown): unknown {
  let value: unknown = input
  for (const key of path)
    value = isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined
  return value
}
