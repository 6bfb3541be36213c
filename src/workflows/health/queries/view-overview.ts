import type { MedusaContainer } from "@medusajs/framework/types"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"
import { DAY_MS, dayOf } from "../../../domain/finance/report-difference"
import { addAmounts, compareAmounts, formatAmount, multiplyDivide } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { Balance } from "../../../gateway/contract"
import { withOutgoing } from "../../../modules/onchain/finance/finance-service"
import type { OutgoingRow, ReceivedRow } from "../../../modules/onchain/health/overview-facts"
import { inTime } from "../../../modules/onchain/work/claim"
import type {
  OnchainOverviewBalance,
  OnchainOverviewBalances,
  OnchainOverviewBalancesProblem,
  OnchainOverviewResponse,
  OnchainReceived,
  OnchainTokenPrice,
} from "../../../types/http"
import { findPrices, type PriceProblem } from "../../finance/queries/balances"
import { viewAttention } from "../attention"

/** The overview waits no longer for the gateway. Prices have a limit of their own. */
const PATIENCE_MS = 1_500

type ListedBalances = { balances: Balance[]; isComplete: boolean } | OnchainOverviewBalancesProblem

/** Reads the gateway's balances. Never throws for a gateway that does not answer. */
async function readOverviewBalances(container: MedusaContainer): Promise<ListedBalances> {
  const { finance } = container.resolve("onchain")
  try {
    return (await inTime(finance.balances.readListed(), PATIENCE_MS)) ?? "slow"
  } catch (error) {
    if (error instanceof GatewayError) return "unreachable"
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
  if (typeof listed === "string")
    return {
      ...{ currency_code: currencyCode, balances: null, problem: listed },
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

/**
 * What the merchant sees first: what needs them, what came in, what is there, and the health of the plugin.
 *
 * Six statements read the database. The gateway and the sources of rates get three seconds, and neither can make it fail.
 */
export async function viewOverview(
  container: MedusaContainer,
  granted: ReadonlySet<AdminPermission>
): Promise<OnchainOverviewResponse> {
  const { attention, networkNames, clock, currencies } = container.resolve("onchain")
  const [from, to] = [dayOf(new Date(clock() - (DAYS - 1) * DAY_MS)), dayOf(new Date(clock()))]
  const [seen, state, currency, received, listed, networkName] = await Promise.all([
    viewAttention(container, granted),
    attention.facts.state(),
    attention.facts.currency(),
    granted.has(ADMIN_PERMISSIONS.readPayments)
      ? attention.facts.received(new Date(`${from}T00:00:00Z`))
      : null,
    granted.has(ADMIN_PERMISSIONS.readFinance) ? readOverviewBalances(container) : null,
    networkNames.load(),
  ])
  const currencyCode = currency ?? "usd"
  const codes = new Set(received?.flatMap(({ fiat }) => fiat.map((sum) => sum.currency_code)))
  const decimals = new Map<string, number>()
  for (const code of codes) decimals.set(code, await currencies.decimalsOf(code))
  return {
    attention: seen,
    received: received && receivedToView(received, { from, to, networkName, decimals }),
    balances:
      listed &&
      (await valueBalances(container, listed, { outgoing: state.outgoing, currencyCode, networkName })),
    health: state.health ?? { status: null, check: null, problem_count: 0, checked_at: null },
    is_empty: state.isEmpty,
  }
}

type Period = Pick<Surroundings, "networkName"> & {
  from: string
  to: string
  /** Of each currency. */
  decimals: ReadonlyMap<string, number>
}

function receivedToView(
  rows: readonly ReceivedRow[],
  { from, to, networkName, decimals }: Period
): OnchainReceived {
  const lines = rows.map(({ fiat, ...row }) => ({
    ...row,
    network_name: networkName(row.chain, row.network_id),
    fiat: fiat.map((sum) => ({ ...sum, amount: rounded(sum.amount, decimals.get(sum.currency_code) ?? 2) })),
  }))
  const days = lines.flatMap(({ day, ...line }) => (day === null ? [] : [{ day, ...line }]))
  const total = lines.flatMap(({ day, ...line }) => (day === null ? [line] : []))
  return { from, to, days, today: days.filter(({ day }) => day === to), total }
}

/** To what the currency can hold. */
function rounded(amount: string, decimals: number): string {
  return formatAmount(multiplyDivide(amount, { times: "1", by: "1" }, decimals, "half_up"), decimals)
}
