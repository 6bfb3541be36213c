import { z } from "zod"
import { ATTENTION_KINDS } from "../../../domain/health/attention"
import type { SHOPPER_MESSAGES, ShopperMessage } from "../../../domain/payment/shopper-message"

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
