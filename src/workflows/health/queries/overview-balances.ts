import type { MedusaContainer } from "@medusajs/framework/types"
import { sharesSymbol } from "../../../domain/payment/rail-option"
import { addAmounts, compareAmounts, formatAmount, multiplyDivide } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { Balance, Token } from "../../../gateway/contract"
import { withOutgoing } from "../../../modules/onchain/finance/finance-service"
import type { OutgoingRow } from "../../../modules/onchain/health/overview-facts"
import { inTime } from "../../../modules/onchain/work/in-time"
import type {
  OnchainOverviewBalance,
  OnchainOverviewBalances,
  OnchainOverviewBalancesProblem,
  OnchainOverviewValueProblem,
} from "../../../types/http"
import { currencyDecimalsOf } from "../../payment/queries/view-unallocated-payments"

/** The overview waits no longer for the gateway, and then for prices. */
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

type Value =
  { fiat_amount: string; problem: null } | { fiat_amount: null; problem: OnchainOverviewValueProblem }

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
  const values = await readValues(container, all, currencyCode)
  const balances = withOutgoing(all, outgoing).map(
    ({ balance, onItsWay }, index): OnchainOverviewBalance => ({
      chain: balance.chain,
      network_id: balance.networkId,
      network_name: networkName(balance.chain, balance.networkId),
      token: balance.token,
      canonical_asset_id: balance.canonicalAssetId ?? null,
      available: balance.amounts.total,
      on_its_way: onItsWay,
      ...(values[index] ?? SLOW),
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

const SLOW: Value = { fiat_amount: null, problem: "slow" }

async function readValues(
  container: MedusaContainer,
  balances: readonly Balance[],
  currencyCode: string
): Promise<Value[]> {
  const { catalog } = container.resolve("onchain")
  const read = async () => {
    // The check of the gateway reports a catalog that cannot be read.
    const tokens = await catalog.get().then(
      (snapshot) => snapshot.tokens,
      () => []
    )
    return Promise.all(balances.map((balance) => valueOf(container, balance, tokens, currencyCode)))
  }
  return (await inTime(read(), PATIENCE_MS)) ?? []
}

async function valueOf(
  container: MedusaContainer,
  balance: Balance,
  tokens: readonly Token[],
  currencyCode: string
): Promise<Value> {
  const { total } = balance.amounts
  if (compareAmounts(total, "0") <= 0) return { fiat_amount: "0", problem: null }
  const token = tokens.find((one) => isOf(balance, one))
  if (!token) return { fiat_amount: null, problem: "no_decimals" }
  const asked = { token, currencyCode, isSymbolShared: sharesSymbol(token, tokens) }
  const rate = await container.resolve("onchain").rates.find(asked)
  if (typeof rate === "string") return { fiat_amount: null, problem: "no_rate" }
  const decimals = currencyDecimalsOf({ currency_code: currencyCode })
  const value = multiplyDivide(total, { times: rate.price, by: "1" }, decimals, "down")
  return { fiat_amount: formatAmount(value, decimals), problem: null }
}

function isOf(balance: Balance, token: Token): boolean {
  if (balance.chain !== token.chain || balance.networkId !== token.networkId) return false
  if (balance.canonicalAssetId !== undefined && token.canonicalAssetId !== undefined)
    return balance.canonicalAssetId === token.canonicalAssetId
  return balance.token === token.token
}
