import type { MedusaContainer } from "@medusajs/framework/types"
import { addAmounts, compareAmounts, formatAmount, multiplyDivide } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { Balance } from "../../../gateway/contract"
import { withOutgoing } from "../../../modules/onchain/finance/finance-service"
import type { OutgoingRow } from "../../../modules/onchain/health/overview-facts"
import { inTime } from "../../../modules/onchain/work/take-due"
import type {
  OnchainOverviewBalance,
  OnchainOverviewBalances,
  OnchainOverviewBalancesProblem,
  OnchainTokenPrice,
} from "../../../types/http"
import { findPrices, type PriceProblem } from "../../finance/queries/token-prices"

/** The overview waits no longer for the gateway. Prices have a limit of their own. */
const PATIENCE_MS = 1_500

export type ListedBalances =
  { problem: null; balances: Balance[]; isComplete: boolean } | { problem: OnchainOverviewBalancesProblem }

/** Reads the gateway's balances. Never throws for a gateway that does not answer. */
export async function readOverviewBalances(container: MedusaContainer): Promise<ListedBalances> {
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
export async function valueBalances(
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
