import type { MedusaContainer } from "@medusajs/framework/types"
import { namesAnotherAsset } from "../../gateway/asset"
import { GatewayError } from "../../gateway/client/errors"
import { findInList } from "../../gateway/client/lists"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"

/**
 * What can be paid out of a withdrawal's asset, in token units, for a refusal; null without an answer, since
 * the refusal matters more.
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
    const balances = container.resolve("onchain").gateway.listBalances()
    const found = await findInList(balances, (balance) => !namesAnotherAsset(balance, asset))
    return found.kind === "found" ? found.row.amounts.total : null
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}
