import type { MedusaContainer } from "@medusajs/framework/types"
import type { AttentionFilter } from "../../../modules/onchain/health/attention-list"
import type { OverviewState, ReceivedRow } from "../../../modules/onchain/health/overview-facts"
import type {
  OnchainOverviewHealth,
  OnchainOverviewResponse,
  OnchainReceived,
  OnchainReceivedDay,
} from "../../../types/http"
import { readOverviewBalances, valueBalances } from "./overview-balances"
import { viewAttention } from "./view-attention"
import { addAmounts, formatAmount, multiplyDivide } from "../../../gateway/amount"

const DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** What the reader may see. */
export type OverviewReader = { isVisible: AttentionFilter; readsPayments: boolean; readsFinance: boolean }

/**
 * What the merchant sees first: what needs them, what came in, what is there, and the health of the plugin.
 *
 * Five statements read the database. The gateway and the sources of rates get three seconds, and neither can make it fail.
 */
export async function viewOverview(
  container: MedusaContainer,
  { isVisible, readsPayments, readsFinance }: OverviewReader
): Promise<OnchainOverviewResponse> {
  const { attention, networkNames, options, clock, currencies } = container.resolve("onchain")
  const [from, to] = [dayOf(clock() - (DAYS - 1) * DAY_MS), dayOf(clock())]
  const [seen, state, received, listed, networkName] = await Promise.all([
    viewAttention(container, isVisible),
    attention.facts.state(),
    readsPayments ? attention.facts.received(new Date(`${from}T00:00:00Z`)) : null,
    readsFinance ? readOverviewBalances(container) : null,
    networkNames.load(),
  ])
  const currencyCode = seen.currencyCode ?? "usd"
  const codes = new Set(received?.map((row) => row.currency_code))
  const decimals = new Map<string, number>()
  for (const code of codes) decimals.set(code, await currencies.decimalsOf(code))
  return {
    environment: options.environment,
    attention: seen.attention,
    received: received && receivedToView(received, { from, to, networkName, decimals }),
    balances:
      listed &&
      (await valueBalances(container, listed, { outgoing: state.outgoing, currencyCode, networkName })),
    health: healthToView(state),
    is_empty: state.isEmpty,
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

type Naming = {
  networkName: (chain: string, networkId: string) => string
  /** Of each currency. */
  decimals: ReadonlyMap<string, number>
}

function receivedToView(
  rows: readonly ReceivedRow[],
  { from, to, ...naming }: { from: string; to: string } & Naming
): OnchainReceived {
  const days = joinRows(rows, naming, (row) => [row.day, ...assetOf(row)])
  const total = joinRows(rows, naming, assetOf).map(({ day: _, ...sum }) => sum)
  return { from, to, days, today: days.filter(({ day }) => day === to), total }
}

const assetOf = ({ chain, network_id, token, canonical_asset_id }: ReceivedRow) => [
  chain,
  network_id,
  canonical_asset_id ?? token,
]

/** Sums of the rows that have the same key, in the order of the first of each. */
function joinRows(
  rows: readonly ReceivedRow[],
  { networkName, decimals }: Naming,
  keyOf: (row: ReceivedRow) => string[]
): OnchainReceivedDay[] {
  const groups = new Map<string, ReceivedRow[]>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { day, chain, network_id, token, canonical_asset_id } = first
    return [
      {
        ...{
          day,
          chain,
          network_id,
          network_name: networkName(chain, network_id),
          token,
          canonical_asset_id,
        },
        count: countOf(group),
        amount: addAmounts(...group.map(({ amount }) => amount)),
        fiat: fiatOf(group, decimals),
      },
    ]
  })
}

const countOf = (rows: readonly ReceivedRow[]) => rows.reduce((sum, { count }) => sum + count, 0)

/** Rounded to what the currency can hold, once per currency. */
function fiatOf(rows: readonly ReceivedRow[], decimals: Naming["decimals"]): OnchainReceivedDay["fiat"] {
  return [...decimals].sort().flatMap(([currency_code, digits]) => {
    const own = rows.filter((row) => row.currency_code === currency_code)
    if (own.length === 0) return []
    const fiat = addAmounts(...own.map((row) => row.fiat))
    const rounded = multiplyDivide(fiat, { times: "1", by: "1" }, digits, "half_up")
    return {
      currency_code,
      amount: formatAmount(rounded, digits),
      count: countOf(own),
      token_amount: addAmounts(...own.map(({ amount }) => amount)),
    }
  })
}

function healthToView({ health }: OverviewState): OnchainOverviewHealth {
  if (health === null) return { status: null, check: null, problem_count: 0, checked_at: null }
  const { status, check, problemCount, at } = health
  return { status, check, problem_count: problemCount, checked_at: at.toISOString() }
}
