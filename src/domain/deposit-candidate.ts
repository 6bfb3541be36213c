import { AmountError, parseAmount } from "../gateway/amount"
import { findToken } from "../gateway/asset"

const WHOLE_BPS = 10_000n

/** What is known about a deposit's asset and amount. A token without a name matches nothing but by its id. */
export type DepositedAmount = {
  chain: string
  network_id: string
  token: string | null
  token_mint: string | null
  canonical_asset_id: string | null
  amount_raw: string
  decimals: number | null
}

/** What an open payment waits for. `expected_amount` is a decimal in token units. */
export type AwaitedAmount = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  expected_amount: string
  decimals: number
}

/**
 * Whether a deposit can be meant for a payment: same network, same asset, and an amount near enough.
 *
 * How near the service wants it is not documented, so it may still refuse.
 *
 * @param toleranceBps how far the amounts may differ, either way, in basis points of the expected one
 */
export function canBeMeantFor(
  deposit: DepositedAmount,
  payment: AwaitedAmount,
  toleranceBps: number
): boolean {
  return isOfSameAsset(deposit, payment) && isNear(deposit, payment, toleranceBps)
}

/** Whether what arrived is what a payment asks for, whatever the amount: both are in the same base units then. */
export function isOfSameAsset(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  if (deposit.decimals !== null && deposit.decimals !== payment.decimals) return false
  return isSameAsset(deposit, payment)
}

function isSameAsset(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  const received = {
    chain: deposit.chain,
    networkId: deposit.network_id,
    token: deposit.token ?? "",
    canonicalAssetId: deposit.canonical_asset_id,
    tokenMint: deposit.token_mint,
  }
  const awaited = {
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
  }
  return findToken([received], awaited) !== undefined
}

function isNear(deposit: DepositedAmount, payment: AwaitedAmount, toleranceBps: number): boolean {
  const expected = parseAmount(payment.expected_amount, payment.decimals)
  if (!/^\d+$/.test(deposit.amount_raw))
    throw new AmountError("a deposit's amount is a whole number of base units")
  const difference = BigInt(deposit.amount_raw) - expected
  const distance = difference < 0n ? -difference : difference
  return distance * WHOLE_BPS <= expected * BigInt(toleranceBps)
}
