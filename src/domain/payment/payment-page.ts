import { createHash, randomBytes } from "node:crypto"

type ReturnTemplates = Readonly<Record<"placed" | "paid" | "cancelled", string | null>>

/** The payment's order or cart; null when there is none. */
export type ReturnFacts = {
  state: "placed" | "paid" | "cancelled"
  order_id: string | null
  display_id: number | null
  cart_id: string | null
  /** ISO 3166-1 alpha-2, in lower case. */
  country_code: string | null
}

/**
 * Builds the target of the payment page's return button. A template that needs a missing order or cart is skipped. An unknown
 * country is left out of the path, and the storefront chooses a country.
 *
 * @param home address of the shop, for a payer without an order when no template fits
 * @example returnUrlOf({ placed: "https://shop.example/order/{order_id}", paid: null, cancelled: null }, facts, null)
 */
export function returnUrlOf(
  templates: ReturnTemplates,
  facts: ReturnFacts,
  home: string | null
): string | null {
  for (const name of ORDER[facts.state]) {
    const template = templates[name]
    const url = template === null ? null : fill(template, facts)
    if (url !== null) return url
  }
  return facts.state === "cancelled" ? home : null
}

const ORDER = {
  paid: ["paid", "placed"],
  placed: ["placed"],
  cancelled: ["cancelled"],
} as const satisfies Record<ReturnFacts["state"], readonly (keyof ReturnTemplates)[]>

function fill(template: string, { state: _, ...facts }: ReturnFacts): string | null {
  const values: Readonly<Record<string, string | number | null>> = facts
  let url = facts.country_code === null ? template.replace(/\/\{country_code\}(?=\/|\?|#|$)/g, "") : template
  for (const [name, value] of Object.entries(values)) {
    const placeholder = `{${name}}`
    if (!url.includes(placeholder)) continue
    if (value === null) return null
    url = url.replaceAll(placeholder, encodeURIComponent(value))
  }
  return url
}

/** Accepts a link's return URL only on the merchant's storefronts, so that nobody can redirect payers elsewhere. */
export function isReturnAllowed(url: unknown, origins: readonly string[]): url is string {
  if (typeof url !== "string" || !URL.canParse(url)) return false
  const { origin, protocol } = new URL(url)
  return /^https?:$/.test(protocol) && origins.includes(origin)
}

/** A storefront shows the page, or an order's mail links to it. */
export const PAGE_LINK_PURPOSES = ["storefront", "mail"] as const
export type PageLinkPurpose = (typeof PAGE_LINK_PURPOSES)[number]

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits as base64url, which needs no escaping anywhere. */
export function newPageToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url")
}

/** Tokens are stored as SHA-256 in hex, so the time of a lookup reveals nothing. @returns null for what is no token */
export function hashPageToken(token: unknown): string | null {
  if (typeof token !== "string" || !TOKEN.test(token)) return null
  return createHash("sha256").update(token).digest("hex")
}

export function pagePath(token: string): string {
  return `/onchain/pay/${token}`
}

/** The page on which a shopper proposes where a refund goes. It takes no tokens of payments. */
export function refundPagePath(token: string): string {
  return `/onchain/refund/${token}`
}

const TOKEN_PATH = /\/onchain\/(pay|refund)\/[^/?#]*/i

/** A path that is safe to log: the token opens the page. */
export function redactPageToken(path: string): string {
  return path.replace(TOKEN_PATH, (_, page: string) => `/onchain/${page.toLowerCase()}/[redacted]`)
}

/**
 * Whether a link still opens its page.
 *
 * @param owner customer of the cart or order now; undefined when both are gone
 * @returns `customer_changed` when every link of the payment has to end
 */
export function pageLinkState(
  link: { customer_id: string | null; expires_at: Date; revoked_at: Date | null },
  owner: { customer_id: string | null } | undefined,
  nowMs: number
): "open" | "ended" | "customer_changed" {
  if (link.revoked_at !== null || link.expires_at.getTime() <= nowMs || !owner) return "ended"
  return owner.customer_id === link.customer_id ? "open" : "customer_changed"
}
