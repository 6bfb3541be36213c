/** URL templates of a block explorer. Null: no link. */
export type ExplorerTemplates = {
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
    tx_url: fill(templates.tx, "{hash}", txHash),
    address_url: fill(templates.address, "{address}", address),
  }
}

/** Own properties only: a network may be called `constructor`. Omitted templates keep the default. */
function own(explorers: Explorers, networkId: string): ExplorerTemplates {
  const templates = Object.hasOwn(explorers, networkId) ? explorers[networkId] : undefined
  return Object.fromEntries(Object.entries(templates ?? {}).filter(([, value]) => value !== undefined))
}

function fill(template: string | null | undefined, placeholder: string, value: string | null): string | null {
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
