import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { ProviderAnswer } from "../gateway/client/errors"
import type { AuditEntry } from "../modules/onchain/work/audit-log"
import type { OnchainCustomerRef, OnchainExplorerLinks } from "../types/http"

/** A user's email, an API key's title, else the id. */
export async function loadActorNames(
  container: MedusaContainer,
  actorIds: readonly (string | null)[]
): Promise<(actorId: string | null) => string | null> {
  const ids = present(actorIds)
  if (ids.length === 0) return (actorId) => actorId
  const [users, keys] = await Promise.all([
    container.resolve(Modules.USER).listUsers({ id: ids }, { select: ["id", "email"] }),
    container.resolve(Modules.API_KEY).listApiKeys({ id: ids }, { select: ["id", "title"] }),
  ])
  const names = new Map([
    ...users.map(({ id, email }) => [id, email] as const),
    ...keys.map(({ id, title }) => [id, `API key "${title}"`] as const),
  ])
  return (actorId) => (actorId === null ? null : (names.get(actorId) ?? actorId))
}

/** A deleted customer keeps the id. */
async function loadCustomerNames(
  container: MedusaContainer,
  customerIds: readonly (string | null)[]
): Promise<(customerId: string | null) => OnchainCustomerRef | null> {
  const ids = present(customerIds)
  const found =
    ids.length === 0
      ? []
      : await container
          .resolve(Modules.CUSTOMER)
          .listCustomers({ id: ids }, { select: ["id", "email", "first_name", "last_name"] })
  const customers = new Map(
    found.map(({ id, email, first_name, last_name }) => {
      const name = [first_name, last_name].filter(Boolean).join(" ")
      return [id, { id, email: email ?? null, name: name || null }]
    })
  )
  return (id) => (id === null ? null : (customers.get(id) ?? { id, email: null, name: null }))
}

/** What nearly every view names. */
export type Names = {
  networkName: (chain: string, networkId: string) => string
  explorer: (asked: ExplorerQuestion) => OnchainExplorerLinks
  actorName: (actorId: string | null) => string | null
  customerById: (customerId: string | null) => OnchainCustomerRef | null
}

type Ids = readonly (string | null)[]

/** One read per kind of name. */
export async function loadNames(
  container: MedusaContainer,
  { actors = [], customers = [] }: { actors?: Ids; customers?: Ids }
): Promise<Names> {
  const onchain = container.resolve("onchain")
  const [networkName, actorName, customerById] = await Promise.all([
    onchain.networkNames.load(),
    loadActorNames(container, actors),
    loadCustomerNames(container, customers),
  ])
  const explorer = (asked: ExplorerQuestion) => explorerLinks(onchain.options, asked)
  return { networkName, actorName, customerById, explorer }
}

/** Columns that a view shows as the row has them. @example columnsOf(row, "id", "state") // { id: row.id, state: row.state } */
export function columnsOf<Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: Name[]
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}

/** The audit entries of a subject, as its page shows them. */
export function historyToView(
  history: readonly AuditEntry[],
  { actorName }: Pick<Names, "actorName">
): { at: string; action: string; by: string | null }[] {
  return history.map(({ action, actor_id, created_at }) => ({
    at: created_at.toISOString(),
    action,
    by: actorName(actor_id),
  }))
}

/** What the provider said with the last step of a subject that has an error. A review is no step. */
export function providerAnswerOf(
  { last_error }: { last_error: string | null },
  history: readonly AuditEntry[]
): ProviderAnswer | null {
  const last = history.filter(({ action }) => !action.endsWith(".acknowledged")).at(-1)
  return last_error === null ? null : (last?.provider ?? null)
}

export function present(ids: Ids): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
}

/** URLs with `{hash}` and `{address}`. Null: no link. */
type ExplorerTemplates = { tx?: string | null | undefined; address?: string | null | undefined }

/** By `networkId`. */
export type Explorers = Readonly<Record<string, ExplorerTemplates>>

/** Of the networks that the service documents. Other networks have no links until the option `explorers` adds them. */
export const DEFAULT_EXPLORERS: Explorers = {
  "base-mainnet": etherscan("https://basescan.org"),
  "bnb-mainnet": etherscan("https://bscscan.com"),
  "eth-mainnet": etherscan("https://etherscan.io"),
  "sol-mainnet": etherscan("https://explorer.solana.com"),
  "stellar-mainnet": {
    tx: "https://stellar.expert/explorer/public/tx/{hash}",
    address: "https://stellar.expert/explorer/public/account/{address}",
  },
  "base-sepolia": etherscan("https://sepolia.basescan.org"),
  "eth-sepolia": etherscan("https://sepolia.etherscan.io"),
  "sol-devnet": etherscan("https://explorer.solana.com", "?cluster=devnet"),
}

function etherscan(site: string, query = ""): ExplorerTemplates {
  return { tx: `${site}/tx/{hash}${query}`, address: `${site}/address/{address}${query}` }
}

type ExplorerQuestion = { networkId: string; txHash?: string | null; address?: string | null }

/**
 * Builds block explorer URLs. Each template of the option replaces the network's default. Values come from the service and are
 * encoded, so they cannot change the host or the path.
 *
 * @example explorerLinks({ explorers: {} }, { networkId: "base-mainnet", txHash: "0xab" }).tx_url // "https://basescan.org/tx/0xab"
 */
export function explorerLinks(
  { explorers = {} }: { explorers?: Explorers },
  { networkId, txHash = null, address = null }: ExplorerQuestion
): OnchainExplorerLinks {
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
