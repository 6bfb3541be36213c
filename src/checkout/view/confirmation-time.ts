import type { OnchainPaymentView } from "../../types/http"

/**
 * Seconds per block, by the first part of the network id. Rounded up from the networks' own figures of 2026-11. Only an
 * estimate for the payer.
 */
const BLOCK_SECONDS: Readonly<Record<string, number>> = {
  eth: 12,
  base: 2,
  optimism: 2,
  arbitrum: 0.3,
  polygon: 2,
  bnb: 1,
  avalanche: 2,
  stellar: 6,
  sol: 0.4,
}

/**
 * Estimates the time of the remaining confirmations.
 *
 * @returns whole minutes, 0 for less than one; null when unknown
 */
export function confirmationTime(payment: OnchainPaymentView): number | null {
  const [network = ""] = (payment.network_id ?? "").toLowerCase().split("-")
  const seconds = BLOCK_SECONDS[network]
  if (seconds === undefined || !payment.confirmations_required) return null
  const missing = Math.max(0, payment.confirmations_required - (payment.confirmations ?? 0))
  const left = missing * seconds
  return left < 60 ? 0 : Math.ceil(left / 60)
}
