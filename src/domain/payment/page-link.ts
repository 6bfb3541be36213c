import { createHash, randomBytes } from "node:crypto"

/** Who a link was made for: a storefront that shows the page, or an order's mail. */
export const PAGE_LINK_PURPOSES = ["storefront", "mail"] as const
export type PageLinkPurpose = (typeof PAGE_LINK_PURPOSES)[number]

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Makes the token of a link: 256 random bits as base64url, so that it needs no escaping anywhere. */
export function newPageToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url")
}

/**
 * The form in which a token is stored. A lookup by hash compares nothing byte by byte, so its time reveals
 * nothing.
 *
 * @returns SHA-256 in hex, or null for a text that can be no token
 */
export function hashPageToken(token: unknown): string | null {
  if (typeof token !== "string" || !TOKEN.test(token)) return null
  return createHash("sha256").update(token).digest("hex")
}

export function pagePath(token: string): string {
  return `/onchain/pay/${token}`
}

/** The page on which a shopper proposes where a refund goes. Its tokens are others than those of payments. */
export function refundPagePath(token: string): string {
  return `/onchain/refund/${token}`
}

const TOKEN_PATH = /\/onchain\/(pay|refund)\/[^/?#]*/i

/** A path that is safe to log: the token opens the page. */
export function redactPageToken(path: string): string {
  return path.replace(TOKEN_PATH, (_, page: string) => `/onchain/${page.toLowerCase()}/[redacted]`)
}

export type PageLinkTerms = {
  customer_id: string | null
  expires_at: Date
  revoked_at: Date | null
}

/**
 * Whether a link still opens its page.
 *
 * @param owner customer of the cart or order now; undefined when both are gone
 * @returns `customer_changed` when every link of the payment has to end
 */
export function pageLinkState(
  link: PageLinkTerms,
  owner: { customer_id: string | null } | undefined,
  nowMs: number
): "open" | "ended" | "customer_changed" {
  if (link.revoked_at !== null || link.expires_at.getTime() <= nowMs || !owner) return "ended"
  return owner.customer_id === link.customer_id ? "open" : "customer_changed"
}
