import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainBalanceListResponse } from "../../../types/http"
import { explainUnreachable } from "../../transaction/steps/unreachable-service"

export const listBalancesStepId = "list-onchain-balances"

/** Asks the service what the treasury holds. @throws MedusaError `not_allowed` when it cannot be asked */
export const listBalancesStep = createStep(listBalancesStepId, async (_: void, { container }) => {
  const { books, networkNames, clock } = container.resolve("onchain")
  const [{ balances, isComplete }, networkName] = await Promise.all([
    books.balances.read().catch(explainUnreachable),
    networkNames.load(),
  ])
  return new StepResponse<OnchainBalanceListResponse>({
    balances: balances.map(({ balance, onItsWay }) => ({
      chain: balance.chain,
      network_id: balance.networkId,
      network_name: networkName(balance.chain, balance.networkId),
      token: balance.token,
      canonical_asset_id: balance.canonicalAssetId ?? null,
      total: balance.amounts.total,
      total_held: balance.amounts.totalHeld ?? null,
      requires_recovery: balance.amounts.requiresRecovery ?? null,
      on_its_way: onItsWay,
    })),
    is_complete: isComplete,
    asked_at: new Date(clock()).toISOString(),
  })
})
