import type { MedusaContainer } from "@medusajs/framework/types"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import type { OnchainBalanceListResponse } from "../../../types/http"
import { findTokenPrices, loadStoreCurrency } from "./token-prices"

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
