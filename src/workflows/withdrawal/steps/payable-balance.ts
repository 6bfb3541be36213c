import type { MedusaContainer } from "@medusajs/framework/types"
import { namesAnotherAsset } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/**
 * What the service says can be paid out of the asset of a withdrawal, for the words of a refusal.
 *
 * @returns decimal in token units; null where the service does not tell, since the refusal matters more
 */
export async function loadPayableBalance(
  container: MedusaContainer,
  row: Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">
): Promise<string | null> {
  const asset = {
    chain: row.chain,
    networkId: row.network_id,
    token: row.token,
    canonicalAssetId: row.canonical_asset_id,
  }
  try {
    for await (const balance of container.resolve("onchain").gateway.listBalances())
      if (!namesAnotherAsset(balance, asset)) return balance.amounts.total
    return null
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}
