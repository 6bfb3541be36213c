import type { MedusaContainer } from "@medusajs/framework/types"
import { findToken } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { findRate } from "../../../modules/onchain/rates"
import type { UsedRate } from "../../../modules/onchain/refund-payouts"

/**
 * Today's price of the token that a payment came in, by the same rules as in the checkout: a stale one is none.
 *
 * @returns null when there is none, or nobody answers who knows it
 */
export async function findTodaysRate(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<UsedRate | null> {
  const { catalog, options, clock, onRateError } = container.resolve("onchain")
  try {
    const { tokens } = await catalog.get()
    const { chain, network_id: networkId, canonical_asset_id: canonicalAssetId } = payment
    const token = findToken(tokens, { chain, networkId, token: payment.token, canonicalAssetId })
    const rate = token && (await findRate(token, payment.currency_code, options.rates, clock))
    return rate ? { price: rate.price, source: rate.source, at: new Date(rate.asOfMs) } : null
  } catch (error) {
    // The merchant's own source of rates may fail in any way.
    if (!(error instanceof GatewayError)) onRateError(payment.rail_id, error)
    return null
  }
}
