import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { findAssetProblem } from "../../../domain/payout-asset"
import type { CatalogSnapshot } from "../../../gateway/client/catalog"
import type { OnchainPayoutAccessResponse } from "../../../types/http"
import { explainUnreachable } from "../../transaction/steps/unreachable-service"
import type { RequestActor } from "./payout-actor"
import { findPayoutRefusal } from "./payout-gate"

export const viewPayoutAccessStepId = "view-onchain-payout-access"

type View = OnchainPayoutAccessResponse["payouts"]

/** What somebody may pay out, and why not. While payouts are off nobody is asked for the catalog. */
export const viewPayoutAccessStep = createStep(
  viewPayoutAccessStepId,
  async (actor: RequestActor, { container }) => {
    const { options, books, catalog } = container.resolve("onchain")
    const { refusal } = await findPayoutRefusal(container, actor)
    const [limits, assets] = await Promise.all([
      books.payoutLimits(),
      options.payoutApiKey === undefined
        ? []
        : catalog
            .get()
            .catch(explainUnreachable)
            .then((known) => toAssets(known, options.environment)),
    ])
    return new StepResponse<View>({
      is_on: refusal === null,
      code: refusal?.code ?? null,
      reason: refusal?.words ?? null,
      approval: options.payouts.approval,
      limits: limits.map(({ limit, used }) => ({
        token: limit.token,
        network_id: limit.networkId ?? null,
        canonical_asset_id: limit.canonicalAssetId ?? null,
        per_withdrawal: limit.perWithdrawal ?? null,
        per_day: limit.perDay ?? null,
        used_today: used,
      })),
      assets,
    })
  }
)

function toAssets({ networks, tokens }: CatalogSnapshot, environment: "live" | "sandbox"): View["assets"] {
  return tokens.map((token) => {
    const network = networks.find(
      ({ chain, networkId }) => chain === token.chain && networkId === token.networkId
    )
    const problem = findAssetProblem({ asset: token, tokens, network, environment })
    return {
      chain: token.chain,
      network_id: token.networkId,
      network_name: network?.name ?? token.networkId,
      token: token.token,
      canonical_asset_id: token.canonicalAssetId ?? null,
      decimals: token.decimals ?? null,
      is_possible: problem === null,
      reason: problem?.words ?? null,
    }
  })
}
