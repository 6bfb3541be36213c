import { z } from "zod"
import { ATTENTION_KINDS } from "../../../domain/health/attention"
import { isPrice } from "../../../domain/payment/attempt"
import type { SHOPPER_MESSAGES, ShopperMessage } from "../../../domain/payment/timeline"
import { validateAddress } from "../../../gateway/address"
import { compareAmounts } from "../../../gateway/amount"
import { isDecimalString, payoutRecipientSchema } from "../../../gateway/contract"

const webAddress = z.url({
  protocol: /^https?$/,
  error: "expected an address, such as https://shop.example/logo.svg",
})

const origin = z
  .string()
  .refine(isOrigin, 'expected an origin without a path, such as "https://shop.example"')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.origin === text
}

/** BCP 47, as `Intl` accepts it. */
const localeTag = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}, 'expected a language tag, such as "de" or "pt-BR"')

/** Appearance and languages of the payment page and `<onchain-checkout>`. */
export const checkoutOptions = z.strictObject({
  /** The shop's name, shown in the header, the title and the receipt. */
  name: z.string().trim().min(1).max(80).nullable().default(null),
  /** The payer's browser loads it from this URL. */
  logoUrl: webAddress.nullable().default(null),
  accentColor: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a color, such as "#0a7" or "#00aa77"')
    .nullable()
    .default(null),
  support: z
    .strictObject({
      email: z.email("expected an email address").nullable().default(null),
      url: webAddress.nullable().default(null),
    })
    .prefault({}),
  /** Languages offered; the first is the fallback. @default the plugin's languages and those in `words` */
  locales: z.array(localeTag).min(1, "expected at least one language").optional(),
  /** Texts by language and key: overrides a text, or adds a language. */
  words: z.record(localeTag, z.record(z.string(), z.string().max(1_000))).default({}),
  /** Origins that may embed the payment page in a frame. */
  framedBy: z.array(origin).default([]),
})

const PLACEHOLDERS = ["order_id", "display_id", "cart_id", "country_code"] as const

const returnUrl = z
  .string()
  .refine(
    (template) => URL.canParse(template.replaceAll(/[{}]/g, "")) && /^https?:\/\//.test(template),
    "expected an address, such as https://shop.example/order/{order_id}"
  )
  .refine(
    (template) => [...template.matchAll(/\{([^}]*)\}/g)].every(([, name = ""]) => isPlaceholder(name)),
    `expected only the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}`
  )
  .refine((template) => !/^https?:\/\/[^/?#]*\{/.test(template), "expected no placeholder in the host name")

const isPlaceholder = (name: string): boolean => PLACEHOLDERS.some((known) => known === name)

/** Where payers come from, and where the payment page returns them. */
export const storefrontOptions = z
  .strictObject({
    /** Origins that may call the payment page's routes and be returned to. */
    origins: z.array(origin).default([]),
    returnUrls: z
      .strictObject({
        /** The order is placed, paid or not. */
        placed: returnUrl.nullable().default(null),
        /** @default `placed` */
        paid: returnUrl.nullable().default(null),
        /** There is no order, or it was cancelled. */
        cancelled: returnUrl.nullable().default(null),
      })
      .prefault({}),
    /** Opens the return URL automatically once the payment is complete. */
    redirectAfterPaid: z.boolean().default(false),
  })
  .superRefine(({ origins, returnUrls }, context) => {
    for (const [name, template] of Object.entries(returnUrls)) {
      if (template === null || !URL.canParse(template)) continue
      if (origins.includes(new URL(template).origin)) continue
      context.addIssue({
        code: "custom",
        path: ["returnUrls", name],
        message: "expected an address on one of storefront.origins",
      })
    }
  })

/** Default template names. */
export const DEFAULT_TEMPLATES: Readonly<Record<ShopperMessage, string>> = {
  awaiting: "onchain.payment_awaiting",
  partReceived: "onchain.payment_part_received",
  expired: "onchain.payment_expired",
  paid: "onchain.payment_paid",
  refundSent: "onchain.refund_sent",
}

const PLACEHOLDER = "{token}"
const EXPECTED_PAGE =
  'expected the address of the payment page with {token}, such as "https://api.shop.example/onchain/pay/{token}"'

/** Template name at the provider; null turns the message off. */
const templateSchema = z
  .string()
  .trim()
  .min(1, "expected the name of a template, or null")
  .max(200)
  .nullable()

const templatesSchema = z.strictObject({
  awaiting: templateSchema.default(DEFAULT_TEMPLATES.awaiting),
  partReceived: templateSchema.default(DEFAULT_TEMPLATES.partReceived),
  expired: templateSchema.default(DEFAULT_TEMPLATES.expired),
  paid: templateSchema.default(DEFAULT_TEMPLATES.paid),
  refundSent: templateSchema.default(DEFAULT_TEMPLATES.refundSent),
} satisfies Record<(typeof SHOPPER_MESSAGES)[number], z.ZodType>)

const CHANNEL = 'expected a channel, such as "email"'

/** Messages to the store's operators about what needs attention: at most one per kind and hour. */
const operatorsSchema = z.strictObject({
  /** Recipients, such as email addresses. */
  to: z
    .array(z.string().trim().min(1, "expected a recipient, such as an email address").max(320))
    .min(1, "expected at least one recipient")
    .max(20, "expected at most 20 recipients"),
  channel: z.string().trim().min(1, CHANNEL).max(64),
  /** Template name at the provider. */
  template: z.string().trim().min(1, "expected the name of a template").max(200).default("onchain.attention"),
  /** What is reported; by default everything. */
  kinds: z
    .array(z.enum(ATTENTION_KINDS, `expected some of ${ATTENTION_KINDS.join(", ")}`))
    .min(1, "expected at least one kind")
    .default([...ATTENTION_KINDS]),
})

/** Messages to shoppers and operators through Medusa's Notification module. @see docs/developers/notifications.md */
export const notificationOption = z
  .strictObject({
    /** A channel of the store's notification providers, such as `email`. Null turns messages off. */
    channel: z
      .string()
      .trim()
      .min(1, 'expected a channel, such as "email", or null')
      .max(64)
      .nullable()
      .default(null),
    /** Payment page in links: this server's, or the storefront's own. */
    pageUrl: z.string().refine(isPageUrl, EXPECTED_PAGE).optional(),
    templates: templatesSchema.prefault({}),
    operators: operatorsSchema.nullable().default(null),
  })
  .superRefine(({ channel, pageUrl }, context) => {
    if (channel !== null && pageUrl === undefined)
      context.addIssue({ code: "custom", path: ["pageUrl"], message: EXPECTED_PAGE })
  })

export type NotificationOptions = z.output<typeof notificationOption>

/** Links by which shoppers propose the address of a refund. @see docs/developers/refunds.md */
export const refundLinkOption = z.strictObject({
  /** The page in links, as this server or a proxy shows it. Its host is what a wallet signs. */
  pageUrl: z
    .string()
    .refine(
      isPageUrl,
      'expected the address of the refund page with {token}, such as "https://api.shop.example/onchain/refund/{token}"'
    )
    .optional(),
  /** Template of the message with a link, on the channel of `notifications`; null turns it off. */
  template: templateSchema.default("onchain.refund_address_requested"),
})

/** The token is a credential: it appears exactly once, and never in the host. */
function isPageUrl(text: string): boolean {
  const [before = "", ...after] = text.split(PLACEHOLDER)
  if (after.length !== 1 || !URL.canParse(before) || !URL.canParse(text.replace(PLACEHOLDER, "x")))
    return false
  const { protocol, host, username, password } = new URL(before)
  const isOutsideHost = before.startsWith(`${protocol}//${host}/`)
  return /^https?:$/.test(protocol) && isOutsideHost && username === "" && password === ""
}

/** @example pageUrlOf("https://shop.example/pay/{token}", "abc") // "https://shop.example/pay/abc" */
export function pageUrlOf(pageUrl: string, token: string): string {
  return pageUrl.replace(PLACEHOLDER, () => encodeURIComponent(token))
}

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

const amountSchema = z
  .string()
  .refine(
    (text) => isDecimalString(text) && /[1-9]/.test(text),
    'expected an amount above zero as text, such as "1.00"'
  )

const limitSchema = z
  .strictObject({
    token: z.string().min(1),
    networkId: z.string().min(1).optional(),
    canonicalAssetId: z.string().min(1).optional(),
    perWithdrawal: amountSchema.optional(),
    perDay: amountSchema.optional(),
  })
  .superRefine(({ perWithdrawal, perDay }, context) => {
    if (perWithdrawal === undefined && perDay === undefined)
      context.addIssue({
        code: "custom",
        message: "expected perWithdrawal or perDay; leave the limit out to have none",
      })
    if (perWithdrawal !== undefined && perDay !== undefined && compareAmounts(perDay, perWithdrawal) < 0)
      context.addIssue({
        code: "custom",
        path: ["perDay"],
        message: "expected no less than perWithdrawal, which could never be sent",
      })
  })

const COPY_THE_ID =
  "leave it out, start the store, and copy the id of each user from Settings > Crypto payments in the admin"
const NO_EMAIL = `expected the id of a user, such as "user_01J...", as an invite can take any email: ${COPY_THE_ID}`

/** An option of earlier versions: it would allow other people than it names. */
export const REPLACED_PAYOUTS: Readonly<Record<string, string>> = {
  "payouts.users": `replaced by payouts.allowedUsers, which takes ids of users only, as an invite can take any email: ${COPY_THE_ID}`,
}

/** Ids are compared character by character, so nothing is trimmed or folded here. */
const userIdSchema = z.string().superRefine((text, context) => {
  if (/^user_[0-9A-Za-z_-]+$/.test(text)) return
  const message = text.includes("@")
    ? NO_EMAIL
    : `expected the id of a user, "user_" and letters or digits, without spaces: ${COPY_THE_ID}`
  context.addIssue({ code: "custom", message })
})

export const payoutAccessOption = z
  .strictObject({
    approval: z.enum(["none", "second_user"]).default("none"),
    /** Nobody may when it is empty. */
    allowedUsers: z.array(userIdSchema).default([]),
    /** Secret API keys made by an allowed user. They never approve. */
    allowApiKeys: z.boolean().default(false),
    /**
     * Largest amounts by token, in token units: of all its networks together, unless an entry names one. Once
     * there is an entry, tokens without a limit cannot be paid out.
     */
    limits: z.array(limitSchema).default([]),
  })
  .superRefine(({ approval, allowedUsers }, context) => {
    if (approval === "second_user" && allowedUsers.length > 0 && new Set(allowedUsers).size < 2)
      context.addIssue({
        code: "custom",
        path: ["allowedUsers"],
        message:
          'expected at least two users beside approval "second_user": no user could approve another one\'s request',
      })
  })

export type PayoutAccess = z.output<typeof payoutAccessOption>
export type PayoutLimit = PayoutAccess["limits"][number]

const WHOLE_BPS = 10_000

export const payoutOption = {
  /** A route approved in the service's dashboard. */
  payoutRouteId: z.string().min(1).optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1, "expected at least one recipient").optional(),
}

type PayoutOption = z.output<z.ZodObject<typeof payoutOption>> & { chain: string }

/** Reports what is wrong with the payout of a rail, such as an invalid address. Its text is not repeated. */
export function checkPayoutOption(rule: PayoutOption, context: z.RefinementCtx): void {
  const { payoutRouteId, payoutRecipients } = rule
  if (!payoutRecipients) return
  const report = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message })
  if (payoutRouteId !== undefined)
    report(["payoutRecipients"], "expected either payoutRouteId or payoutRecipients, not both")
  const sum = payoutRecipients.reduce((total, { shareBps }) => total + shareBps, 0)
  if (sum !== WHOLE_BPS)
    report(["payoutRecipients"], `expected shares of ${WHOLE_BPS} basis points in all, not ${sum}`)
  payoutRecipients.forEach(({ destinationAddress }, index) => {
    const problem = destinationProblem(rule.chain, destinationAddress)
    if (problem) report(["payoutRecipients", index, "destinationAddress"], problem)
  })
}

function destinationProblem(chain: string, address: string): string | null {
  const validation = validateAddress({ chain, address })
  if (validation.kind === "invalid")
    return `expected an address of ${chain}${validation.reason === "checksum" ? ", a character of this one is wrong" : ""}`
  // The document takes Stellar destinations as `G...` only.
  if (validation.kind === "valid" && validation.muxed)
    return "expected an account of stellar (G...), not a muxed one"
  return null
}
