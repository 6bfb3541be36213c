import type { MedusaContainer } from "@medusajs/framework/types"
import { addAmounts, compareAmounts, formatAmount, multiplyDivide } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { Balance } from "../../../gateway/contract"
import { withOutgoing } from "../../../modules/onchain/finance/finance-service"
import type { AttentionFilter } from "../../../modules/onchain/health/attention-list"
import type { OutgoingRow, OverviewState, ReceivedRow } from "../../../modules/onchain/health/overview-facts"
import { inTime } from "../../../modules/onchain/work/claim"
import type {
  OnchainOverviewBalance,
  OnchainOverviewBalances,
  OnchainOverviewBalancesProblem,
  OnchainOverviewHealth,
  OnchainOverviewResponse,
  OnchainReceived,
  OnchainReceivedDay,
  OnchainTokenPrice,
} from "../../../types/http"
import { findPrices, type PriceProblem } from "../../finance/queries/balances"
import { viewAttention } from "../attention"

/** The overview waits no longer for the gateway. Prices have a limit of their own. */
const PATIENCE_MS = 1_500

type ListedBalances =
  { problem: null; balances: Balance[]; isComplete: boolean } | { problem: OnchainOverviewBalancesProblem }

/** Reads the gateway's balances. Never throws for a gateway that does not answer. */
async function readOverviewBalances(container: MedusaContainer): Promise<ListedBalances> {
  const { finance } = container.resolve("onchain")
  try {
    const read = await inTime(finance.balances.readListed(), PATIENCE_MS)
    return read ? { problem: null, ...read } : { problem: "slow" }
  } catch (error) {
    if (error instanceof GatewayError) return { problem: "unreachable" }
    throw error
  }
}

type Value = { fiat_amount: string; problem: null } | { fiat_amount: null; problem: PriceProblem }

type Surroundings = {
  outgoing: readonly OutgoingRow[]
  /** Lower case. */
  currencyCode: string
  networkName: (chain: string, networkId: string) => string
}

/** Adds what each balance is worth at today's rate. */
async function valueBalances(
  container: MedusaContainer,
  listed: ListedBalances,
  { outgoing, currencyCode, networkName }: Surroundings
): Promise<OnchainOverviewBalances> {
  if (listed.problem !== null)
    return {
      ...{ currency_code: currencyCode, balances: null, problem: listed.problem },
      ...{ fiat_total: null, is_complete: false },
    }
  const { balances: all, isComplete } = listed
  const prices = await findPrices(container, all, currencyCode)
  const decimals = await container.resolve("onchain").currencies.decimalsOf(currencyCode)
  const balances = withOutgoing(all, outgoing).map(
    ({ balance, onItsWay }, index): OnchainOverviewBalance => ({
      chain: balance.chain,
      network_id: balance.networkId,
      network_name: networkName(balance.chain, balance.networkId),
      token: balance.token,
      canonical_asset_id: balance.canonicalAssetId ?? null,
      available: balance.amounts.total,
      on_its_way: onItsWay,
      ...valueOf(balance.amounts.total, prices[index] ?? "slow", decimals),
    })
  )
  const known = balances.flatMap(({ fiat_amount }) => fiat_amount ?? [])
  return {
    currency_code: currencyCode,
    balances,
    problem: null,
    fiat_total: known.length === 0 ? null : addAmounts(...known),
    is_complete: isComplete,
  }
}

function valueOf(amount: string, price: OnchainTokenPrice | PriceProblem, decimals: number): Value {
  if (compareAmounts(amount, "0") <= 0) return { fiat_amount: "0", problem: null }
  if (typeof price === "string") return { fiat_amount: null, problem: price }
  const value = multiplyDivide(amount, { times: price.price, by: "1" }, decimals, "down")
  return { fiat_amount: formatAmount(value, decimals), problem: null }
}

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
