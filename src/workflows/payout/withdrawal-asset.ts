import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { findAssetProblem } from "../../domain/payout/payout-asset"
import type { AssetLimits } from "../../domain/payout/payout-limit"
import { limitsFor } from "../../domain/payout/payout-limit"
import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import { findToken } from "../../gateway/asset"
import { GatewayError } from "../../gateway/client/errors"
import type { DestinationRow } from "../../modules/onchain/payout/destination-list"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { payoutError } from "./payout-access"
import { assetProblemInWords } from "./payout-words"

export type PayoutAsset = { token: string; canonicalAssetId: string | null; decimals: number }

/** @throws MedusaError `not_allowed` with the code of the problem, or because the service does not answer */
export async function findPayoutAsset(
  container: MedusaContainer,
  { chain, network_id: networkId }: Pick<DestinationRow, "chain" | "network_id">,
  asked: { token: string; canonicalAssetId: string | null }
): Promise<PayoutAsset> {
  const { catalog, options } = container.resolve("onchain")
  const { networks, tokens } = await catalog.get().catch(explainUnreachable)
  const named = tokens.find(
    (token) => token.chain === chain && token.networkId === networkId && token.token === asked.token
  )
  const canonicalAssetId = asked.canonicalAssetId ?? named?.canonicalAssetId ?? null
  const asset = { chain, networkId, token: asked.token, canonicalAssetId }
  const network = networks.find((one) => one.chain === chain && one.networkId === networkId)
  const problem = findAssetProblem({ asset, tokens, network, environment: options.environment })
  if (problem) throw payoutError(problem.code, assetProblemInWords(problem))
  const token = findToken(tokens, asset)
  if (token?.decimals === undefined) throw new Error(`${asked.token} of ${networkId} has no decimals`)
  return { token: token.token, canonicalAssetId, decimals: token.decimals }
}

/** @throws MedusaError `invalid_data` for a text that is no amount of the token, or is zero */
export function readPayoutAmount(text: string, { token, decimals }: PayoutAsset): string {
  try {
    const baseUnits = parseAmount(text, decimals)
    if (baseUnits > 0n) return formatAmount(baseUnits, decimals)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `amount: expected an amount of ${token} above zero with at most ${decimals} decimals, such as "12.5"`
  )
}

/** By the current options. */
export function limitsOf(
  container: MedusaContainer,
  row: Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">
): AssetLimits {
  const { limits } = container.resolve("onchain").options.payouts
  const { chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId } = row
  return limitsFor({ chain, networkId, token, canonicalAssetId }, limits)
}

/** @throws MedusaError `not_allowed`, whatever failed */
export function explainUnreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The provider is unavailable: ${error.message}`)
}

/** @throws MedusaError `not_found` */
export async function findDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
}
