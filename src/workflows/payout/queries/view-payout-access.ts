import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { findAssetProblem } from "../../../domain/payout/payout-asset"
import type { CatalogSnapshot } from "../../../gateway/client/lists"
import type { OnchainPayoutAccessResponse } from "../../../types/http"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { type RequestActor, findPayoutRefusal } from "../payout-access"
import { assetProblemInWords, payoutRefusalInWords } from "../payout-words"

type View = OnchainPayoutAccessResponse["payouts"]

/** While payouts are off, the catalog is not read. */
export async function viewPayoutAccess(container: MedusaContainer, actor: RequestActor): Promise<View> {
  const { options, finance, catalog } = container.resolve("onchain")
  const { refusal } = await findPayoutRefusal(container, actor)
  const [limits, has_approver, assets] = await Promise.all([
    finance.payoutLimits(),
    hasApprover(container),
    options.payoutApiKey === undefined
      ? []
      : catalog
          .get()
          .catch(explainUnreachable)
          .then((known) => toAssets(known, options.environment)),
  ])
  return {
    is_on: refusal === null,
    code: refusal?.code ?? null,
    reason: refusal && payoutRefusalInWords(refusal),
    approval: options.payouts.approval,
    has_approver,
    limits: limits.map(({ limit, used }) => ({
      token: limit.token,
      network_id: limit.networkId ?? null,
      canonical_asset_id: limit.canonicalAssetId ?? null,
      per_withdrawal: limit.perWithdrawal ?? null,
      per_day: limit.perDay ?? null,
      sent_last_day: used,
    })),
    assets,
  }
}

/** A second user is one of `allowedUsers` who is neither the requester nor the maker of their key. */
async function hasApprover(container: MedusaContainer): Promise<boolean> {
  const { approval, allowedUsers } = container.resolve("onchain").options.payouts
  if (approval === "none") return true
  if (allowedUsers.length < 2) return false
  const users = await container
    .resolve(Modules.USER)
    .listUsers({ id: [...allowedUsers] }, { select: ["id"], take: 2 })
  return users.length >= 2
}

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
      reason: problem && assetProblemInWords(problem),
    }
  })
}
