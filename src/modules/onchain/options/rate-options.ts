import { z } from "zod"
import { isPrice } from "../../../domain/payment/choose-rate"

const currencySchema = z.string().trim().min(1).toLowerCase()
const priceSchema = z.string().refine(isPrice, 'expected a price above zero as text, such as "1.00"')

/** Options of every source. */
const named = {
  /** Stored with each attempt; shown in logs and on the health page. @default the kind */
  name: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "expected up to 40 letters, digits, dots, hyphens and underscores")
    .optional(),
  /** Use the source for these currencies only. @default all */
  currencies: z.array(currencySchema).min(1, "expected at least one currency code").optional(),
}
const timed = {
  /** Maximum wait for an answer. */
  timeoutMs: z.number().int().min(100).max(10_000).default(2_000),
  /** How long each process caches an answer. */
  cacheMs: z.number().int().min(0).max(600_000).default(60_000),
}
const http = {
  ...named,
  ...timed,
  /** Replaces the provider's public URL, for a proxy or a test. */
  baseUrl: z
    .url({ protocol: /^https?$/, error: "expected an address such as https://proxy.example.com" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** Additional assets: rail id or `canonicalAssetId` to the provider's id. */
  assets: z
    .record(z.string(), z.string().regex(/^[\w.-]{1,80}$/, "expected the provider's id of the asset"))
    .default({}),
}

/** Price of one token in a currency; null when there is none. `price` is decimal text in major units. */
export type RateFunction = (request: {
  /** ISO 4217, lower case. */
  currencyCode: string
  chain: string
  networkId: string
  token: string
  canonicalAssetId: string | null
  /** Contract or mint; null for the coin of a network, and where the catalog names none. */
  contractAddress: string | null
}) => Promise<{ price: string; asOf: Date } | null>

const sourceSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("fixed"),
      ...named,
      /** Currency code to `canonicalAssetId`, rail id or token, to price, such as `{ usd: { USDC: "1" } }`. */
      prices: z.record(currencySchema, z.record(z.string(), priceSchema)),
    }),
    z.strictObject({
      kind: z.literal("coingecko"),
      ...http,
      apiKey: z.string().trim().min(8, "expected a key of at least 8 characters").optional(),
      /** The key's plan: decides host and header. */
      plan: z.enum(["demo", "pro"]).default("demo"),
    }),
    z.strictObject({ kind: z.literal("coinbase"), ...http }),
    z.strictObject({ kind: z.literal("kraken"), ...http }),
    z.strictObject({
      kind: z.literal("custom"),
      ...named,
      ...timed,
      rate: z.custom<RateFunction>((value) => typeof value === "function", "expected a function"),
    }),
  ],
  { error: 'expected "fixed", "coingecko", "coinbase", "kraken" or "custom"' }
)

export const ratesOption = z.strictObject({
  /** In order of preference: the first usable price wins, the others confirm it. */
  sources: z
    .array(sourceSchema)
    .min(1, "expected at least one price source")
    .superRefine((sources, context) => {
      const names = sources.map(({ name, kind }) => name ?? kind)
      names.forEach((name, index) => {
        if (names.indexOf(name) === index) return
        const message = `expected a unique name; "${name}" is already taken`
        context.addIssue({ code: "custom", path: [index, "name"], message })
      })
    })
    .default([{ kind: "fixed", prices: { usd: { USDC: "1", USDT: "1" } } }]),
  /** Maximum age of a price. */
  maxAgeMs: z.number().int().positive().default(300_000),
  /** Added to every quoted amount, in basis points. */
  spreadBps: z.number().int().min(0).max(2_000).default(0),
  /** Maximum difference between two sources, in basis points of the lower price. Beyond it the rail is hidden. */
  maxDisagreementBps: z.number().int().min(0).max(10_000).default(200),
})

/** Options of earlier versions and their replacements. */
export const REPLACED_RATES: Readonly<Record<string, string>> = {
  "rates.fixed": 'replaced by rates.sources: [{ kind: "fixed", prices: { usd: { USDC: "1" } } }]',
  "rates.source": 'replaced by rates.sources: [{ kind: "custom", rate: yourFunction }]',
}

/** Keys always require https; prices require it in live. */
export function findRateConflicts(
  environment: unknown,
  sources: readonly { index: number; baseUrl: string }[]
): string[] {
  return sources.flatMap(({ index, baseUrl }) => {
    if (!URL.canParse(baseUrl)) return []
    const { protocol, username, password, search, hash } = new URL(baseUrl)
    const field = `rates.sources.${index}.baseUrl`
    if (environment === "live" && protocol === "http:")
      return [`${field}: found an http address, expected https when environment is "live"`]
    if (username || password || search || hash)
      return [`${field}: found a login, query or fragment, expected the plain address`]
    return []
  })
}
