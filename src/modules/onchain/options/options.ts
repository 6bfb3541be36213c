import { z } from "zod"
import { WEBHOOK_PATH } from "../../../domain/inbox/delivery"
import { COLLECTIONS } from "../../../domain/payment/rails"
import { MAX_SHORTFALL_BPS, MOST_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import { assumptionsSchema } from "../../../gateway/assumptions"
import { isRecord } from "../../../gateway/contract"
import { isAddressRange } from "../payment/opening-limit"
import {
  checkoutOptions,
  checkPayoutOption,
  notificationOption,
  payoutAccessOption,
  payoutOption,
  ratesOption,
  refundLinkOption,
  storefrontOptions,
} from "./option-groups"

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** A call has a key or a payer's signature, and a link opens a payment or a refund: in live all travel encrypted. */
function checkAddresses({ environment, baseUrl, notifications, refundLinks, rates, x402 }: Fields): string[] {
  const { sources } = fieldsOf(rates)
  const addresses: [field: string, address: unknown][] = [
    ["baseUrl", baseUrl],
    ["notifications.pageUrl", fieldsOf(notifications).pageUrl],
    ["refundLinks.pageUrl", fieldsOf(refundLinks).pageUrl],
    ["x402.facilitator", fieldsOf(x402).facilitator],
  ]
  for (const [index, source] of (Array.isArray(sources) ? sources : []).entries())
    addresses.push([`rates.sources.${index}.baseUrl`, fieldsOf(source).baseUrl])
  return addresses.flatMap(([field, address]) => {
    if (typeof address !== "string" || !URL.canParse(address)) return []
    const { protocol, username, password, search, hash } = new URL(address)
    const problems: string[] = []
    if (environment === "live" && protocol === "http:")
      problems.push(`${field}: found an http address, expected https when environment is "live"`)
    if (/(?:baseUrl|facilitator)$/.test(field) && (username || password || search || hash))
      problems.push(`${field}: found a login, query or fragment, expected the plain address`)
    return problems
  })
}

function checkPayouts({ rails, payoutApiKey, apiKey }: Fields): string[] {
  if (payoutApiKey !== undefined && payoutApiKey === apiKey)
    return ["payoutApiKey: found the same key as apiKey, expected the separate payout key"]
  if (payoutApiKey !== undefined || !Array.isArray(rails)) return []
  // A route is approved at the service, which takes the standard key for it.
  const hasRecipients = rails.map(fieldsOf).some((rule) => rule.payoutRecipients !== undefined)
  return hasRecipients
    ? ["payoutApiKey: found nothing, expected the payout key because rails have payoutRecipients"]
    : []
}

/** Says what is wrong with a field, what was found and what is expected, without the value of a secret. */
function describeIssue(issue: z.core.$ZodIssue, input: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map(
      (key) => `${[...issue.path, key].map(String).join(".")}: not an option of this plugin`
    )
  }
  const field = issue.path.map(String).join(".") || "options"
  const isOurWording = issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")
  const expected = isOurWording ? issue.message : `expected ${KINDS[issue.expected] ?? issue.expected}`
  return [`${field}: found ${describeFound(issue.path, input)}, ${expected}`]
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

/** A template is https without credentials, with the placeholder in the path, query or fragment. */
export function isExplorerTemplate(text: string, placeholder: "{hash}" | "{address}"): boolean {
  if (!text.includes(placeholder)) return false
  const filled = text.replaceAll(placeholder, "x")
  if (!URL.canParse(filled)) return false
  const { protocol, host, username, password } = new URL(filled)
  // The placeholder must not be in the host.
  const isHostFixed = text.toLowerCase().startsWith(`https://${host}`)
  return protocol === "https:" && !username && !password && isHostFixed
}

/** Loopback, private, link-local and carrier networks: no client of the internet connects from them. */
const PRIVATE_NETWORKS = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
  ...["::1", "fc00::/7", "fe80::/10"],
]

/** Constants that a merchant has no reason to change, where tests shorten them. */
const tuningOption = z.strictObject({
  /** Longest attempt of one call; the provider answers within a second. */
  callTimeoutMs: z.number().int().positive().default(10_000),
  /** Attempts of one call, which fit into 30 seconds with their pauses. */
  callAttempts: z.number().int().min(1).max(10).default(4),
  /** After this time another process takes over the work of a killed process: longer than all attempts of a call. */
  leaseMs: z.number().int().min(1_000).default(60_000),
  /** Failures after which a webhook is `dead`: with their growing pauses, over about a day. */
  deliveryAttempts: z.number().int().min(1).default(60),
  /** A page that shows an address polls every few seconds; only one of these polls asks the provider again. */
  addressIntervalMs: z.number().int().nonnegative().max(60_000).default(5_000),
  /** Payments that one client address opens in a minute and process: more than a shopper who tries every network. */
  openingsPerMinute: z.number().int().min(1).max(60_000).default(30),
  /** Payment pages with live updates in one process, some kilobytes of memory each; further pages poll. */
  watchersPerProcess: z.number().int().min(1).max(100_000).default(5_000),
  /** The same for one client address: enough for an office, too few to use up the limit of the process. */
  watchersPerAddress: z.number().int().min(1).max(100_000).default(30),
})

/** What each option means: `scripts/documents/option-words.ts`, for docs/developers/options.md. */
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
  webhookUrl: z
    .url({ protocol: /^https?$/, error: EXPECTED_WEBHOOK_URL })
    .refine(isWebhookUrl, EXPECTED_WEBHOOK_URL)
    .optional(),
  collection: z.enum(COLLECTIONS).default("auto"),
  placeOrder: z.enum(["before_payment", "after_payment"]).default("before_payment"),
  unpaidOrderTimeoutMinutes: z
    .number()
    .positive("expected minutes above zero, or null to never cancel an unpaid order")
    .max(525_600, "expected at most a year")
    .nullable()
    .default(120),
  partialHoldMinBps: z.number().int().min(0).max(10_000).default(1_000),
  partialHoldHours: z.number().min(0).max(8_760, "expected at most a year").default(24),
  maxShortfallBps: z
    .number()
    .int()
    .min(0)
    .max(MOST_SHORTFALL_BPS, `expected at most ${MOST_SHORTFALL_BPS}, which is 5 %`)
    .default(MAX_SHORTFALL_BPS),
  rails: z
    .array(railRuleSchema)
    .min(1, "expected at least one rail; leave the option out to allow all")
    .optional(),
  rates: ratesOption.prefault({}),
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
  throttle: z
    .strictObject({
      callsPerMinute: z.number().int().min(25).max(250_000).default(1_000),
      trustedAddresses: z.array(addressRangeSchema).default(["127.0.0.0/8", "::1"]),
      proxies: z.array(addressRangeSchema).default([...PRIVATE_NETWORKS]),
    })
    .prefault({}),
  payouts: payoutAccessOption.prefault({}),
  x402: z
    .strictObject({
      facilitator: z.url({
        protocol: /^https?$/,
        error: "expected the facilitator's address, such as https://facilitator.example",
      }),
      networks: z.array(z.string().min(1)).min(1, "expected at least one network id").optional(),
    })
    .optional(),
  assumptions: assumptionsSchema.prefault({}),
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

/** @throws ConfigurationError with every problem; values of keys and secrets are not repeated */
export function parseOptions(options: unknown): OnchainOptions {
  // Medusa adds its own connection settings to the options of every module.
  const { database, ...input } = fieldsOf(options)
  const parsed = optionsSchema.safeParse(input)
  const issues = parsed.success ? [] : parsed.error.issues
  // Conflicts are read from the raw input, so that they are reported beside the problems of the schema.
  const conflicts = [...checkAddresses(input), ...checkPayouts(input)]
  const problems = [...issues.flatMap((issue) => describeIssue(issue, input)), ...conflicts]
  if (parsed.success && problems.length === 0) return parsed.data
  throw new ConfigurationError(problems)
}
