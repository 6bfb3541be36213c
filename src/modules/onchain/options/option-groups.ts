import { z } from "zod"
import { ATTENTION_KINDS } from "../../../domain/health/attention"
import { isPrice } from "../../../domain/payment/attempt"
import type { SHOPPER_MESSAGES, ShopperMessage } from "../../../domain/payment/timeline"
import { validateAddress } from "../../../gateway/address"
import { compareAmounts } from "../../../gateway/amount"
import { WHOLE_SHARE } from "../../../domain/payment/payout-shares"
import { isDecimalString, type PayoutRecipient, payoutRecipientSchema } from "../../../gateway/contract"

const text = (most: number, expected?: string) => z.string().trim().min(1, expected).max(most)

const report = (context: z.RefinementCtx, path: PropertyKey[], message: string) =>
  context.addIssue({ code: "custom", path, message })

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

export const checkoutOptions = z.strictObject({
  name: text(80).nullable().default(null),
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
  locales: z.array(localeTag).min(1, "expected at least one language").optional(),
  words: z.record(localeTag, z.record(z.string(), z.string().max(1_000))).default({}),
  framedBy: z.array(origin).default([]),
})

const PLACEHOLDERS = ["order_id", "display_id", "cart_id", "country_code"]

const returnUrl = z
  .string()
  .refine(
    (template) => URL.canParse(template.replaceAll(/[{}]/g, "")) && /^https?:\/\//.test(template),
    "expected an address, such as https://shop.example/order/{order_id}"
  )
  .refine(
    (template) =>
      [...template.matchAll(/\{([^}]*)\}/g)].every(([, name = ""]) => PLACEHOLDERS.includes(name)),
    `expected only the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}`
  )
  .refine((template) => !/^https?:\/\/[^/?#]*\{/.test(template), "expected no placeholder in the host name")

export const storefrontOptions = z
  .strictObject({
    origins: z.array(origin).default([]),
    returnUrls: z
      .strictObject({
        placed: returnUrl.nullable().default(null),
        paid: returnUrl.nullable().default(null),
        cancelled: returnUrl.nullable().default(null),
      })
      .prefault({}),
    redirectAfterPaid: z.boolean().default(false),
  })
  .superRefine(({ origins, returnUrls }, context) => {
    for (const [name, template] of Object.entries(returnUrls)) {
      if (template === null || !URL.canParse(template)) continue
      if (origins.includes(new URL(template).origin)) continue
      report(context, ["returnUrls", name], "expected an address on one of storefront.origins")
    }
  })

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

const templateSchema = text(200, "expected the name of a template, or null").nullable()

const templatesSchema = z.strictObject({
  awaiting: templateSchema.default(DEFAULT_TEMPLATES.awaiting),
  partReceived: templateSchema.default(DEFAULT_TEMPLATES.partReceived),
  expired: templateSchema.default(DEFAULT_TEMPLATES.expired),
  paid: templateSchema.default(DEFAULT_TEMPLATES.paid),
  refundSent: templateSchema.default(DEFAULT_TEMPLATES.refundSent),
} satisfies Record<(typeof SHOPPER_MESSAGES)[number], z.ZodType>)

const operatorsSchema = z.strictObject({
  to: z
    .array(text(320, "expected a recipient, such as an email address"))
    .min(1, "expected at least one recipient")
    .max(20, "expected at most 20 recipients"),
  channel: text(64, 'expected a channel, such as "email"'),
  template: text(200, "expected the name of a template").default("onchain.attention"),
  kinds: z
    .array(z.enum(ATTENTION_KINDS, `expected some of ${ATTENTION_KINDS.join(", ")}`))
    .min(1, "expected at least one kind")
    .default([...ATTENTION_KINDS]),
})

export const notificationOption = z
  .strictObject({
    channel: text(64, 'expected a channel, such as "email", or null').nullable().default(null),
    pageUrl: z.string().refine(isPageUrl, EXPECTED_PAGE).optional(),
    templates: templatesSchema.prefault({}),
    operators: operatorsSchema.nullable().default(null),
  })
  .refine(({ channel, pageUrl }) => channel === null || pageUrl !== undefined, {
    path: ["pageUrl"],
    error: EXPECTED_PAGE,
  })

export type NotificationOptions = z.output<typeof notificationOption>

export const refundLinkOption = z.strictObject({
  pageUrl: z
    .string()
    .refine(
      isPageUrl,
      'expected the address of the refund page with {token}, such as "https://api.shop.example/onchain/refund/{token}"'
    )
    .optional(),
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

const named = {
  name: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "expected up to 40 letters, digits, dots, hyphens and underscores")
    .optional(),
  currencies: z.array(currencySchema).min(1, "expected at least one currency code").optional(),
}
const timed = {
  timeoutMs: z.number().int().min(100).max(10_000).default(2_000),
  cacheMs: z.number().int().min(0).max(600_000).default(60_000),
}
const http = {
  ...named,
  ...timed,
  baseUrl: z
    .url({ protocol: /^https?$/, error: "expected an address such as https://proxy.example.com" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
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
      prices: z.record(currencySchema, z.record(z.string(), priceSchema)),
    }),
    z.strictObject({
      kind: z.literal("coingecko"),
      ...http,
      apiKey: z.string().trim().min(8, "expected a key of at least 8 characters").optional(),
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
  sources: z
    .array(sourceSchema)
    .min(1, "expected at least one price source")
    .superRefine((sources, context) => {
      const names = sources.map(({ name, kind }) => name ?? kind)
      names.forEach((name, index) => {
        if (names.indexOf(name) !== index)
          report(context, [index, "name"], `expected a unique name; "${name}" is already taken`)
      })
    })
    .default([{ kind: "fixed", prices: { usd: { USDC: "1", USDT: "1" } } }]),
  maxAgeMs: z.number().int().positive().default(300_000),
  spreadBps: z.number().int().min(0).max(2_000).default(0),
  maxDisagreementBps: z.number().int().min(0).max(10_000).default(200),
})

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
  .refine(
    ({ perWithdrawal, perDay }) => perWithdrawal !== undefined || perDay !== undefined,
    "expected perWithdrawal or perDay; leave the limit out to have none"
  )
  .refine(({ perWithdrawal = "0", perDay = perWithdrawal }) => compareAmounts(perDay, perWithdrawal) >= 0, {
    path: ["perDay"],
    error: "expected no less than perWithdrawal, which could never be sent",
  })

const COPY_THE_ID =
  "leave it out, start the store, and copy the id of each user from Settings > Crypto payments in the admin"
/** Ids are compared character by character, so nothing is trimmed or folded here. */
const userIdSchema = z.string().regex(/^user_[0-9A-Za-z_-]+$/, {
  error: ({ input }) =>
    String(input).includes("@")
      ? `expected the id of a user, such as "user_01J...", as an invite can take any email: ${COPY_THE_ID}`
      : `expected the id of a user, "user_" and letters or digits, without spaces: ${COPY_THE_ID}`,
})

export const payoutAccessOption = z
  .strictObject({
    approval: z.enum(["none", "second_user"]).default("none"),
    allowedUsers: z.array(userIdSchema).default([]),
    allowApiKeys: z.boolean().default(false),
    limits: z.array(limitSchema).default([]),
  })
  .refine(
    ({ approval, allowedUsers }) =>
      approval === "none" || allowedUsers.length === 0 || new Set(allowedUsers).size > 1,
    {
      path: ["allowedUsers"],
      error:
        'expected at least two users beside approval "second_user": no user could approve another one\'s request',
    }
  )

export const payoutOption = {
  payoutRouteId: z.string().min(1).optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1, "expected at least one recipient").optional(),
}

type PayoutOption = z.output<z.ZodObject<typeof payoutOption>> & { chain: string }

/** Reports what is wrong with the payout of a rail, such as an invalid address. Its text is not repeated. */
export function checkPayoutOption(rule: PayoutOption, context: z.RefinementCtx): void {
  const { payoutRouteId, payoutRecipients } = rule
  if (!payoutRecipients) return
  if (payoutRouteId !== undefined)
    report(context, ["payoutRecipients"], "expected either payoutRouteId or payoutRecipients, not both")
  for (const { index, words } of describeRecipients(rule.chain, payoutRecipients))
    report(context, ["payoutRecipients", ...(index === null ? [] : [index, "destinationAddress"])], words)
}

/** Says what is wrong with the shares of a split, or with the address of a recipient, without the address. */
export function describeRecipients(
  chain: string,
  recipients: readonly PayoutRecipient[]
): { index: number | null; words: string }[] {
  const sum = recipients.reduce((total, { shareBps }) => total + shareBps, 0)
  const ofSum = { index: null, words: `expected shares of ${WHOLE_SHARE} basis points in all, not ${sum}` }
  return [
    ...(sum === WHOLE_SHARE ? [] : [ofSum]),
    ...recipients.flatMap(({ destinationAddress }, index) => {
      const words = destinationProblem(chain, destinationAddress)
      return words === null ? [] : [{ index, words }]
    }),
  ]
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
