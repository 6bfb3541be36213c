import { z } from "zod"
import { COLLECTIONS } from "../../../domain/payment/collection"
import { MAX_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import { assumptionsSchema } from "../../../gateway/assumptions"
import { WEBHOOK_PATH } from "../../../domain/inbox/webhook-address"
import { isExplorerTemplate } from "../../../domain/payment/explorer"
import { checkoutOptions, storefrontOptions } from "./checkout-options"
import { findConflicts, describeIssue } from "./option-problems"
import { isAddressRange } from "../payment/opening-limit"
import { notificationOption, refundLinkOption } from "./notification-options"
import { payoutAccessOption, checkPayoutOption, payoutOption } from "./payout-options"
import { ratesOption } from "./rate-options"
import { tuningOption } from "./tuning"

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
