import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { graceEnd, includedGasLeft, isUsd } from "../../../domain/finance/billing-warning"
import { sharesSymbol } from "../../../domain/payment/rails"
import { type Asset, findToken } from "../../../gateway/asset"
import type { Token } from "../../../gateway/contract"
import type { BillingSnapshot } from "../../../modules/onchain/finance/billing-reader"
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

const storesSchema = z.array(
  z.object({
    supported_currencies: z
      .array(z.object({ currency_code: z.string(), is_default: z.boolean().nullish() }).nullable())
      .nullish(),
  })
)

/** The store's default currency in lower case, or null where it has none. */
async function loadStoreCurrency(container: MedusaContainer): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "store",
    fields: ["supported_currencies.currency_code", "supported_currencies.is_default"],
  })
  const currencies = storesSchema.parse(data).flatMap((store) => store.supported_currencies ?? [])
  return currencies.find((currency) => currency?.is_default)?.currency_code.toLowerCase() ?? null
}

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

/** As `findPrices`; null where there is no price or the store has no currency. */
async function findTokenPrices(
  container: MedusaContainer,
  assets: readonly Asset[],
  currencyCode: string | null
): Promise<(OnchainTokenPrice | null)[]> {
  if (currencyCode === null) return assets.map(() => null)
  const prices = await findPrices(container, assets, currencyCode)
  return prices.map((price) => (typeof price === "string" ? null : price))
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
  const { finance, networkNames, clock } = container.resolve("onchain")
  const [{ balances, isComplete }, networkName, currencyCode] = await Promise.all([
    finance.balances.read().catch(explainUnreachable),
    networkNames.load(),
    loadStoreCurrency(container),
  ])
  const assets = balances.map(({ balance }) => balance)
  const prices = await findTokenPrices(container, assets, currencyCode)
  return {
    balances: balances.map(({ balance, onItsWay }, index) => ({
      chain: balance.chain,
      network_id: balance.networkId,
      network_name: networkName(balance.chain, balance.networkId),
      token: balance.token,
      canonical_asset_id: balance.canonicalAssetId ?? null,
      total: balance.amounts.total,
      total_held: balance.amounts.totalHeld ?? null,
      requires_recovery: balance.amounts.requiresRecovery ?? null,
      on_its_way: onItsWay,
      price: prices[index] ?? null,
    })),
    is_complete: isComplete,
    asked_at: new Date(clock()).toISOString(),
  }
}

/** @throws MedusaError `not_allowed` when the gateway does not answer */
export async function viewBilling(container: MedusaContainer): Promise<OnchainBillingResponse["billing"]> {
  const { billing } = container.resolve("onchain").finance
  return billingToView(await billing.read().catch(explainUnreachable))
}

function billingToView({
  billing,
  facts,
  warnings,
  askedAt,
}: BillingSnapshot): OnchainBillingResponse["billing"] {
  const { quotaIncluded: included, quotaUsed: used, cycleEndsAt, isPastDue } = facts
  return {
    plan: facts.plan,
    state: billing.state ?? null,
    invoice_fee_percent: billing.invoiceFeePercent ?? null,
    minimum_fee_usd: billing.minimumFeeUsd ?? null,
    quota: {
      included,
      used,
      left: included === null || used === null ? null : Math.max(0, included - used),
    },
    gas: {
      granted_usd: figure(facts.gasGranted),
      used_usd: figure(facts.gasUsed),
      left_usd: figure(includedGasLeft(facts)),
      prepaid_usd: figure(facts.gasPrepaid),
      is_fair_use: facts.gasGranted !== null && !isUsd(facts.gasGranted),
    },
    gas_blocked: facts.gasBlocked,
    top_ups_usd: billing.topUpOptionsUsd ?? [],
    cycle_ends_at: cycleEndsAt?.toISOString() ?? null,
    grace_ends_at: isPastDue && cycleEndsAt ? graceEnd(cycleEndsAt).toISOString() : null,
    warnings,
    asked_at: askedAt.toISOString(),
  }
}

function figure(text: string | null): string | null {
  return isUsd(text) ? text : null
}
