import type { MedusaContainer } from "@medusajs/framework/types"
import { findAssetProblem } from "../../../domain/payout/payout-asset"
import type { PayoutCode } from "../../../domain/payout/payout-codes"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { isOfAnotherAsset } from "../../../domain/refund/refund-calculation"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import { assetProblemInWords } from "../../payout/payout-words"

/** Without a code where the provider does not answer. */
export type PayoutObstacle = { code: PayoutCode | undefined; words: string }

/** @returns null when nothing about the asset prevents a payout */
export async function findPayoutObstacle(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow
): Promise<PayoutObstacle | null> {
  if (isOfAnotherAsset(payment, refund))
    return { code: "unknown_amount", words: anotherAssetInWords(payment) }
  const { catalog, options } = container.resolve("onchain")
  try {
    const { networks, tokens } = await catalog.get()
    const { chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId } = payment
    const network = networks.find((one) => one.chain === chain && one.networkId === networkId)
    const { environment } = options
    const asset = { chain, networkId, token, canonicalAssetId }
    const problem = findAssetProblem({ asset, tokens, network, environment })
    return problem && { code: problem.code, words: assetProblemInWords(problem) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const words = `The provider did not list its networks (${error.code}). Try again.`
    return { code: undefined, words }
  }
}

function anotherAssetInWords({ token, network_id }: PaymentRow): string {
  return (
    `The payment did not arrive as ${token} on ${network_id}, so it cannot be refunded from here. ` +
    `Refund it in the provider's dashboard and mark it as paid elsewhere.`
  )
}
