import type { MedusaContainer } from "@medusajs/framework/types"
import { graceEnd, includedGasLeft, isUsd, renewalIssued } from "../../../domain/finance/billing-warning"
import { planPricesOf, topUpsOf } from "../../../domain/finance/plan-prices"
import { type Asset, findToken, sharesSymbol } from "../../../gateway/asset"
import type { Token } from "../../../gateway/contract"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { inTime } from "../../../modules/onchain/work/claim"
import type {
  OnchainBalanceListResponse,
  OnchainBillingResponse,
  OnchainOverviewValueProblem,
  OnchainTokenPrice,
} from "../../../types/http"

/** A list does not wait longer for the catalog and the rate sources. */
const PATIENCE_MS = 1_500

/** Why an asset has no price now. */
export type PriceProblem = OnchainOverviewValueProblem

/**
 * The current price of each asset, by the checkout's rules: a stale or disputed price is none.
 *
 * @returns one for each asset, in order; "slow" for all where the sources take too long
 */
export async function findPrices(
  container: MedusaContainer,
  assets: readonly Asset[],
  currencyCode: string
): Promise<(OnchainTokenPrice | PriceProblem)[]> {
  if (assets.length === 0) return []
  const find = async () => {
    // Health reports a catalog that cannot be read.
    const tokens = await container
      .resolve("onchain")
      .catalog.get()
      .then(
        (found) => found.tokens,
        () => []
      )
    return Promise.all(assets.map((asset) => findPrice(container, asset, tokens, currencyCode)))
  }
  return (await inTime(find(), PATIENCE_MS)) ?? assets.map(() => "slow")
}

async function findPrice(
  container: MedusaContainer,
  asset: Asset,
  tokens: readonly Token[],
  currencyCode: string
): Promise<OnchainTokenPrice | PriceProblem> {
  const token = findToken(tokens, asset)
  if (!token) return "no_decimals"
  const asked = { token, currencyCode, isSymbolShared: sharesSymbol(token, tokens) }
  const rate = await container.resolve("onchain").rates.find(asked)
  if (typeof rate === "string") return "no_rate"
  const { price, source, asOfMs } = rate
  const currency_decimals = await container.resolve("onchain").currencies.decimalsOf(currencyCode)
  return { currency_code: currencyCode, currency_decimals, price, source, at: new Date(asOfMs).toISOString() }
}

/** @throws MedusaError `not_allowed` when the gateway does not answer */
export async function listBalances(container: MedusaContainer): Promise<OnchainBalanceListResponse> {
  const { finance, attention, networkNames, clock } = container.resolve("onchain")
  const [{ balances, isComplete }, networkName, currency] = await Promise.all([
    finance.balances.read().catch(explainUnreachable),
    networkNames.load(),
    attention.facts.currency(),
  ])
  const assets = balances.map(({ balance }) => balance)
  const prices = currency === null ? [] : await findPrices(container, assets, currency)
  const priceAt = (index: number) => {
    const price = prices[index]
    return typeof price === "object" ? price : null
  }
  return {
    balances: balances.map(({ balance, onItsWay, withoutOrder }, index) => ({
      chain: balance.chain,
      network_id: balance.networkId,
      network_name: networkName(balance.chain, balance.networkId),
      token: balance.token,
      canonical_asset_id: balance.canonicalAssetId ?? null,
      total: balance.amounts.total,
      total_held: balance.amounts.totalHeld ?? null,
      requires_recovery: balance.amounts.requiresRecovery ?? null,
      on_its_way: onItsWay,
      without_order: withoutOrder,
      price: priceAt(index),
    })),
    is_complete: isComplete,
    asked_at: new Date(clock()).toISOString(),
  }
}

/** @throws MedusaError `not_allowed` when the gateway does not answer */
export async function viewBilling(container: MedusaContainer): Promise<OnchainBillingResponse["billing"]> {
  const { billing: reader } = container.resolve("onchain").finance
  const { billing, warnings, askedAt } = await reader.read().catch(explainUnreachable)
  const { payoutQuotaIncluded: included, payoutQuotaUsed: used, cycleEndsAt, state } = billing
  const { includedGasGrantedUsd: granted } = billing
  return {
    plan: billing.plan ?? null,
    state: state ?? null,
    prices: planPricesOf(billing),
    quota: {
      included: included ?? null,
      used: used ?? null,
      left: included === undefined || used === undefined ? null : leftOf(included, used),
    },
    gas: {
      granted_usd: figure(granted),
      used_usd: figure(billing.includedGasUsedUsd),
      left_usd: figure(includedGasLeft(billing)),
      prepaid_usd: figure(billing.prepaidGasUsd),
    },
    gas_blocked: billing.gasBlockedOperations ?? null,
    top_ups: topUpsOf(billing),
    renewal_at: renewalIssued(billing)?.toISOString() ?? null,
    cycle_ends_at: cycleEndsAt === undefined ? null : new Date(cycleEndsAt).toISOString(),
    grace_ends_at:
      state === "past_due" && cycleEndsAt !== undefined ? graceEnd(cycleEndsAt).toISOString() : null,
    warnings,
    asked_at: askedAt.toISOString(),
  }
}

/** A quota may have a fraction, which a difference of two numbers would blur. */
const leftOf = (included: number, used: number) => Math.max(0, Math.round((included - used) * 1e6) / 1e6)

const figure = (text: string | undefined) => (isUsd(text) ? text : null)
