import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { sharesSymbol } from "../../../domain/payment/rail-option"
import { type Asset, findToken } from "../../../gateway/asset"
import type { Token } from "../../../gateway/contract"
import { inTime } from "../../../modules/onchain/work/take-due"
import type { OnchainOverviewValueProblem, OnchainTokenPrice } from "../../../types/http"

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
export async function loadStoreCurrency(container: MedusaContainer): Promise<string | null> {
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
export async function findTokenPrices(
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
