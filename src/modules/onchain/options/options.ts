import { z } from "zod"
import { WEBHOOK_PATH } from "../../../domain/inbox/delivery"
import { isExplorerTemplate } from "../../../domain/payment/payment-page"
import { COLLECTIONS } from "../../../domain/payment/rails"
import { MAX_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import { assumptionsSchema } from "../../../gateway/assumptions"
import { isRecord } from "../../../gateway/contract"
import { isAddressRange } from "../payment/opening-limit"
import {
  checkoutOptions,
  checkPayoutOption,
  findRateConflicts,
  notificationOption,
  payoutAccessOption,
  payoutOption,
  ratesOption,
  refundLinkOption,
  REPLACED_PAYOUTS,
  REPLACED_RATES,
  storefrontOptions,
} from "./option-groups"
import { tuningOption } from "./tuning"

/** Reads the raw input, so that conflicts are reported beside the problems of the schema. */
function findConflicts(input: unknown): string[] {
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
function describeIssue(issue: z.core.$ZodIssue, input: unknown): string[] {
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

const secretSchema = z.string().trim().min(8, "expected a secret of at least 8 characters")

const EXPECTED_WEBHOOK_URL =
  'expected the public address of this server with the path /hooks/onchain, such as "https://api.shop.example/hooks/onchain"'

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, username, password, search, hash } = new URL(text)
  return pathname.endsWith(WEBHOOK_PATH) && !(username || password || search || hash)
}

const railRuleSchema = z
  .strictObject({
    chain: z.string().min(1),
    networkId: z.string().min(1).optional(),
    token: z.string().min(1).optional(),
    canonicalAssetId: z.string().min(1).optional(),
    receiveMode: z.enum(["memo_required", "dedicated_address"]).optional(),
    ...payoutOption,
  })
  .superRefine(checkPayoutOption)

const addressRangeSchema = z
  .string()
  .refine((text) => isAddressRange(text), 'expected an address or a range of addresses, such as "10.0.0.0/8"')

const explorerSchema = (placeholder: "{hash}" | "{address}") =>
  z
    .string()
    .refine(
      (text) => isExplorerTemplate(text, placeholder),
      `expected an https address with ${placeholder}, or null for no link`
    )
    .nullable()
    .optional()

/** Loopback, private, link-local and carrier networks: no client of the internet connects from them. */
const PRIVATE_NETWORKS = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
  ...["::1", "fc00::/7", "fe80::/10"],
]

/** @see docs/developers/options.md, which `npm run docs` writes */
export const optionsSchema = z.strictObject({
  environment: z.enum(["live", "sandbox"]),
  baseUrl: z.url({
    protocol: /^https?$/,
    error: "expected the provider's address, such as https://host/api/v1",
  }),
  businessId: z.string().trim().min(1),
  apiKey: secretSchema,
  payoutApiKey: secretSchema.optional(),
  webhookSecrets: z.array(secretSchema).min(1, "expected at least one webhook secret"),
  /** Public address of this server's `/hooks/onchain`, shown in the setup. Default: the host of the admin. */
  webhookUrl: z
    .url({ protocol: /^https?$/, error: EXPECTED_WEBHOOK_URL })
    .refine(isWebhookUrl, EXPECTED_WEBHOOK_URL)
    .optional(),
  /** Invoices, intents on the customer's reusable address, or intents for signed-in customers only. */
  collection: z.enum(COLLECTIONS).default("auto"),
  placeOrder: z.enum(["before_payment", "after_payment"]).default("before_payment"),
  /** An order still unpaid after this is cancelled and its stock released; null never cancels one. */
  unpaidOrderTimeoutMinutes: z
    .number()
    .positive("expected minutes above zero, or null to never cancel an unpaid order")
    .max(525_600, "expected at most a year")
    .nullable()
    .default(120),
  /** An order out of time is held for review, not cancelled, once this share of the amount has arrived, in basis points. */
  partialHoldMinBps: z.number().int().min(0).max(10_000).default(1_000),
  /** How long it is held before it is cancelled and the part becomes a due refund. */
  partialHoldHours: z.number().min(0).max(8_760, "expected at most a year").default(24),
  /** A payment that the provider calls paid is captured when it is at most this far below the expected amount, in basis points. */
  maxShortfallBps: z.number().int().min(0).max(10_000).default(MAX_SHORTFALL_BPS),
  rails: z
    .array(railRuleSchema)
    .min(1, "expected at least one rail; leave the option out to allow all")
    .optional(),
  rates: ratesOption.prefault({}),
  /** Block explorers by `networkId`, in addition to the built-in ones. Null: no link. */
  explorers: z
    .record(
      z.string(),
      z.strictObject({ tx: explorerSchema("{hash}"), address: explorerSchema("{address}") })
    )
    .default({}),
  refundLinks: refundLinkOption.prefault({}),
  checkout: checkoutOptions.prefault({}),
  storefront: storefrontOptions.prefault({}),
  notifications: notificationOption.prefault({}),
  /** Limits for shoppers and strangers, so that captures and payouts never wait for them. */
  throttle: z
    .strictObject({
      /** Calls that the provider's plan allows in a minute. Checkouts and polls have a share; captures and payouts the rest. */
      callsPerMinute: z.number().int().min(25).max(250_000).default(1_000),
      /** Addresses or ranges that open payments for many shoppers: the storefront's own servers. */
      trustedAddresses: z.array(addressRangeSchema).default(["127.0.0.0/8", "::1"]),
      /** Proxies in front of this server: only their `X-Forwarded-For` says where a client is. */
      proxies: z.array(addressRangeSchema).default([...PRIVATE_NETWORKS]),
    })
    .prefault({}),
  payouts: payoutAccessOption.prefault({}),
  assumptions: assumptionsSchema.prefault({}),
  /** For tests and support. */
  tuning: tuningOption.prefault({}),
})

export type OnchainOptionsInput = z.input<typeof optionsSchema>
export type OnchainOptions = z.output<typeof optionsSchema>

/** Lists every problem, so that a boot fails once and not once per field. */
export class ConfigurationError extends Error {
  override readonly name = "OnchainConfigurationError"
  constructor(readonly problems: readonly string[]) {
    super(
      `medusa-payment-onchain is not configured correctly. Fix these options of the plugin in medusa-config:\n` +
        problems.map((problem) => `  - ${problem}`).join("\n")
    )
  }
}

/**
 * Values of keys and secrets are not repeated in the message.
 *
 * @throws ConfigurationError listing each field, what was found and what is expected
 */
export function parseOptions(options: unknown): OnchainOptions {
  const input = withoutMedusaKeys(options)
  const parsed = optionsSchema.safeParse(input)
  const issues = parsed.success ? [] : parsed.error.issues
  const problems = [...issues.flatMap((issue) => describeIssue(issue, input)), ...findConflicts(input)]
  if (parsed.success && problems.length === 0) return parsed.data
  throw new ConfigurationError(problems)
}

/** Medusa adds its own connection settings to the options of every module. */
function withoutMedusaKeys(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return options ?? {}
  const { database, ...own } = options as Record<string, unknown>
  return own
}
