import { createHash, randomBytes } from "node:crypto"
import { validateAddress } from "../../gateway/address"
import type { Invoice } from "../../gateway/contract"

type ShownAddress = { chain: string; deposit_address: string | null; memo: string | null }

/**
 * Why the address of an invoice is not shown. Stable and append-only: it is stored and shown to the merchant.
 */
export const ADDRESS_REFUSALS = [
  "unusable",
  /** A Stellar invoice that needs a memo names none, or two that differ. */
  "memo_unclear",
  /** The address or memo differs from what the payer was shown before. */
  "changed",
] as const
export type AddressRefusalReason = (typeof ADDRESS_REFUSALS)[number]

type Receiver = Pick<Invoice, "depositAddress" | "memoId" | "memo" | "receiveMode">

/**
 * Decides whether the address of an invoice may be shown to its payer.
 *
 * An address that changes after a payer saw it is a fault or an attack, and nothing here can tell which one
 * is good: neither is shown from then on.
 *
 * @param shown what the row has; a null address was never shown
 * @returns why not, or null; an invoice without an address changes nothing
 * @see service-interface "Stellar mainnet invoice rules"
 */
export function findAddressRefusal(invoice: Receiver, shown: ShownAddress): AddressRefusalReason | null {
  const { depositAddress, receiveMode } = invoice
  const memo = memoOf(invoice)
  if (depositAddress === undefined) return null
  if (shown.deposit_address !== null) {
    const isSame = isSameAddress(shown.chain, depositAddress, shown.deposit_address)
    return isSame && (memo === null || memo === shown.memo) ? null : "changed"
  }
  if (invoice.memoId !== undefined && invoice.memo !== undefined && invoice.memoId !== invoice.memo.value)
    return "memo_unclear"
  if (receiveMode === "memo_required" && memo === null) return "memo_unclear"
  const address = { chain: shown.chain, address: depositAddress, memo: memo ?? undefined }
  return validateAddress(address).kind === "invalid" ? "unusable" : null
}

/** Whether two texts are the same address. On EVM the case of a letter is only a checksum. */
export function isSameAddress(chain: string, one: string, other: string): boolean {
  return chain === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other
}

function memoOf({ memoId, memo }: Pick<Invoice, "memoId" | "memo">): string | null {
  return memoId ?? memo?.value ?? null
}

type AddressChange =
  | { address_refused_at: Date; address_refusal: AddressRefusalReason }
  | { deposit_address: string; memo: string | null }
  | Record<never, never>

/**
 * What an invoice changes about the address of its payment: it is written once, and a different one is
 * refused.
 */
export function addressChange(
  payment: ShownAddress & { address_refused_at: Date | null },
  invoice: Receiver
): AddressChange {
  const refusal = findAddressRefusal(invoice, payment)
  if (refusal !== null && payment.address_refused_at === null)
    return { address_refused_at: new Date(), address_refusal: refusal }
  if (refusal !== null || !invoice.depositAddress || payment.deposit_address !== null) return {}
  return { deposit_address: invoice.depositAddress, memo: memoOf(invoice) }
}

/** URL templates of a block explorer. Null: no link. */
type ExplorerTemplates = {
  /** Has `{hash}`. */
  tx?: string | null | undefined
  /** Has `{address}`. */
  address?: string | null | undefined
}

/** By `networkId`. */
export type Explorers = Readonly<Record<string, ExplorerTemplates>>

/**
 * Explorers of the networks that the service documents, as of 2026-11-24. Other networks have no links until the option
 * `explorers` adds them; nothing is guessed.
 *
 * @see service-interface "Rail identification"
 */
export const DEFAULT_EXPLORERS: Explorers = {
  "base-mainnet": etherscan("https://basescan.org"),
  "bnb-mainnet": etherscan("https://bscscan.com"),
  "eth-mainnet": etherscan("https://etherscan.io"),
  "sol-mainnet": solana(""),
  "stellar-mainnet": stellar("https://stellar.expert/explorer/public"),
  "base-sepolia": etherscan("https://sepolia.basescan.org"),
  "eth-sepolia": etherscan("https://sepolia.etherscan.io"),
  "sol-devnet": solana("?cluster=devnet"),
}

function etherscan(site: string): ExplorerTemplates {
  return { tx: `${site}/tx/{hash}`, address: `${site}/address/{address}` }
}

function solana(cluster: string): ExplorerTemplates {
  const site = "https://explorer.solana.com"
  return { tx: `${site}/tx/{hash}${cluster}`, address: `${site}/address/{address}${cluster}` }
}

function stellar(site: string): ExplorerTemplates {
  return { tx: `${site}/tx/{hash}`, address: `${site}/account/{address}` }
}

export type ExplorerQuestion = { networkId: string; txHash?: string | null; address?: string | null }
export type ExplorerLinks = { tx_url: string | null; address_url: string | null }

/**
 * Builds block explorer URLs for a transaction and an address.
 *
 * Each template of the option replaces the network's default. Values come from the service and are encoded, so they cannot
 * change the host or the path.
 *
 * @example explorerLinks({ explorers: {} }, { networkId: "base-mainnet", txHash: "0xab" }).tx_url // "https://basescan.org/tx/0xab"
 */
export function explorerLinks(
  { explorers = {} }: { explorers?: Explorers },
  { networkId, txHash = null, address = null }: ExplorerQuestion
): ExplorerLinks {
  const templates = { ...own(DEFAULT_EXPLORERS, networkId), ...own(explorers, networkId) }
  return {
    tx_url: fillExplorer(templates.tx, "{hash}", txHash),
    address_url: fillExplorer(templates.address, "{address}", address),
  }
}

/** Own properties only: a network may be called `constructor`. Omitted templates keep the default. */
function own(explorers: Explorers, networkId: string): ExplorerTemplates {
  const templates = Object.hasOwn(explorers, networkId) ? explorers[networkId] : undefined
  return Object.fromEntries(Object.entries(templates ?? {}).filter(([, value]) => value !== undefined))
}

function fillExplorer(
  template: string | null | undefined,
  placeholder: string,
  value: string | null
): string | null {
  if (template === null || template === undefined || value === null || value === "") return null
  return template.replaceAll(placeholder, () => encodeURIComponent(value))
}

/** Whether a text is a valid template: https, no credentials, and the placeholder in the path, query or fragment. */
export function isExplorerTemplate(text: string, placeholder: "{hash}" | "{address}"): boolean {
  if (!text.includes(placeholder)) return false
  const filled = text.replaceAll(placeholder, "x")
  if (!URL.canParse(filled)) return false
  const { protocol, host, username, password } = new URL(filled)
  // The placeholder must not be in the host.
  const isHostFixed = text.toLowerCase().startsWith(`https://${host}`)
  return protocol === "https:" && !username && !password && isHostFixed
}

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
 * Builds the target of the payment page's return button.
 *
 * A template that needs a missing order or cart is skipped. An unknown country is left out of the path, and the storefront
 * chooses one.
 *
 * @example returnUrlOf({ placed: "https://shop.example/order/{order_id}", paid: null, cancelled: null }, facts)
 */
export function returnUrlOf(templates: ReturnTemplates, facts: ReturnFacts): string | null {
  for (const name of ORDER[facts.state]) {
    const template = templates[name]
    const url = template === null ? null : fill(template, facts)
    if (url !== null) return url
  }
  return null
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

type PageLinkTerms = {
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
