import { z } from "zod"
import { assumptionsSchema } from "../../gateway/assumptions"
import { isDecimalString } from "../../gateway/contract"

const secretSchema = z.string().trim().min(8, "expected a secret of at least 8 characters")
const priceSchema = z
  .string()
  .refine(
    (text) => isDecimalString(text) && /[1-9]/.test(text),
    'expected a price above zero as text, such as "1.00"'
  )

const railRuleSchema = z.strictObject({
  chain: z.string().min(1),
  networkId: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  canonicalAssetId: z.string().min(1).optional(),
  receiveMode: z.enum(["memo_required", "dedicated_address"]).optional(),
})

/** Price of one token in a currency; null when there is none, which hides the rail. */
export type RateSource = (request: {
  currencyCode: string
  chain: string
  networkId: string
  token: string
}) => Promise<{ price: string; asOf: Date } | null>

const ratesSchema = z.strictObject({
  /** Currency code to token, or its canonicalAssetId, to price, such as `{ usd: { USDC: "1" } }`. */
  fixed: z.record(z.string().toLowerCase(), z.record(z.string(), priceSchema)).default({
    usd: { USDC: "1", USDT: "1" },
  }),
  /** Asked for what the table does not have. */
  source: z.custom<RateSource>((value) => typeof value === "function", "expected a function").optional(),
  /** A price of `source` older than this is not used. */
  maxAgeMs: z.number().int().positive().default(60_000),
  /** Added to every quoted amount, in basis points. */
  spreadBps: z.number().int().min(0).max(2_000).default(0),
})

/** The plugin's options. @see README "Options" */
export const optionsSchema = z.strictObject({
  environment: z.enum(["live", "sandbox"]),
  baseUrl: z.url({
    protocol: /^https?$/,
    error: "expected the service's address, such as https://host/api/v1",
  }),
  businessId: z.string().trim().min(1),
  apiKey: secretSchema,
  payoutApiKey: secretSchema.optional(),
  webhookSecrets: z.array(secretSchema).min(1, "expected at least one webhook secret"),
  collection: z.enum(["invoice"]).default("invoice"),
  placeOrder: z.enum(["before_payment", "after_payment"]).default("before_payment"),
  rails: z
    .array(railRuleSchema)
    .min(1, "expected at least one rail; leave the option out to allow all")
    .optional(),
  rates: ratesSchema.prefault({}),
  gateway: z
    .strictObject({
      /** Per attempt. */
      timeoutMs: z.number().int().positive().default(10_000),
      maxAttempts: z.number().int().min(1).max(10).default(4),
      /** How long networks and tokens are kept before they are asked for again. */
      catalogMaxAgeMs: z
        .number()
        .int()
        .nonnegative()
        .default(5 * 60_000),
    })
    .prefault({}),
  inbox: z
    .strictObject({
      /** Deliveries worked on at once in one process. */
      concurrency: z.number().int().min(1).max(64).default(8),
      /** After this many failures a delivery is `dead` and waits for a person. */
      maxAttempts: z.number().int().min(1).default(60),
      /** A delivery whose worker was killed is taken over after this long. */
      leaseMs: z.number().int().min(1_000).default(60_000),
      /** Larger bodies are refused with 413. */
      maxBodyBytes: z
        .number()
        .int()
        .min(1_024)
        .default(256 * 1024),
    })
    .prefault({}),
  assumptions: assumptionsSchema.prefault({}),
})

/** Options as a merchant writes them. */
export type OnchainOptionsInput = z.input<typeof optionsSchema>
/** Options with every default filled in. */
export type OnchainOptions = z.output<typeof optionsSchema>

/** Every problem of a configuration in one message, so that a boot fails once and not once per field. */
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
 * Checks the options. Values of keys and secrets are never repeated in the message.
 *
 * @throws ConfigurationError listing each field, what was found and what is expected
 */
export function parseOptions(options: unknown): OnchainOptions {
  const input = withoutMedusaKeys(options)
  const parsed = optionsSchema.safeParse(input)
  const issues = parsed.success ? [] : parsed.error.issues
  const problems = [...issues.flatMap((issue) => describeIssue(issue, input)), ...checkTransport(input)]
  if (parsed.success && problems.length === 0) return parsed.data
  throw new ConfigurationError(problems)
}

/** Medusa adds its own connection settings to the options of every module. */
function withoutMedusaKeys(options: unknown): unknown {
  if (!isRecord(options)) return options ?? {}
  const { database, ...own } = options
  return own
}

/** Looks at the input itself, so that it is told beside the problems the schema finds. */
function checkTransport(input: unknown): string[] {
  if (!isRecord(input) || typeof input.baseUrl !== "string" || !URL.canParse(input.baseUrl)) return []
  const url = new URL(input.baseUrl)
  const problems: string[] = []
  if (input.environment === "live" && url.protocol === "http:") {
    problems.push(`baseUrl: found an http address, expected https when environment is "live"`)
  }
  if (url.username || url.password || url.search || url.hash) {
    problems.push("baseUrl: found a login, query or fragment, expected the plain address of the service")
  }
  return problems
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${[...issue.path, key].join(".")}: not an option of this plugin`)
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
  let value: unknown = input
  for (const key of path) value = isRecord(value) ? value[key] : undefined
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (SECRET_FIELDS.includes(path[0]) && typeof value === "number") return "a number"
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return value.trim() === "" ? "an empty text" : "a text"
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list"
  return `a value of type ${typeof value}`
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null
}
