import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { World } from "../world"
import type { StoredWithdrawal } from "./stored-withdrawal"

/**
 * - `in_treasury`: available
 * - `sweeping`: available once settled money is swept
 * - `claimed`: there or on its way, but reserved by others
 * - `insufficient`: not enough money
 */
export type FundsOutlook = "in_treasury" | "sweeping" | "claimed" | "insufficient"

/** Judges an amount against an asset's money and earlier claims. */
export function fundsOutlook(
  { ledger, withdrawals }: Pick<World, "ledger" | "withdrawals">,
  asset: CatalogToken,
  amountBaseUnits: bigint
): FundsOutlook {
  const key = assetKey(asset)
  const others = withdrawals.open().filter((other) => assetKey(other.asset) === key)
  const promised = sumOf(others.filter(({ status }) => status === "pending_funds"))
  const reserved = sumOf(others.filter(({ isFunded }) => isFunded))
  const treasury = ledger.balance(key, "treasury")
  const settled = treasury + ledger.balance(key, "sweeping")
  if (amountBaseUnits <= settled - promised) return amountBaseUnits <= treasury ? "in_treasury" : "sweeping"
  return amountBaseUnits <= settled + reserved ? "claimed" : "insufficient"
}

export function reserveFunds({ ledger }: World, withdrawal: StoredWithdrawal): void {
  const { id: reference, asset, amountBaseUnits: baseUnits } = withdrawal
  const move = { asset: assetKey(asset), baseUnits, reference, reason: "withdrawal_reserved" }
  ledger.move({ ...move, from: "treasury", to: "reserved" })
  withdrawal.isFunded = true
}

export function releaseFunds({ ledger }: World, withdrawal: StoredWithdrawal): void {
  const { id: reference, asset, amountBaseUnits: baseUnits, isFunded } = withdrawal
  if (!isFunded) return
  const move = { asset: assetKey(asset), baseUnits, reference, reason: "withdrawal_released" }
  ledger.move({ ...move, from: "reserved", to: "treasury" })
  withdrawal.isFunded = false
}

/** The fee stays with the service. */
export function spendFunds({ ledger }: World, withdrawal: StoredWithdrawal): void {
  const { id: reference, asset, amountBaseUnits, feeBaseUnits, txHash } = withdrawal
  const move = { asset: assetKey(asset), from: "reserved", reference, txHash } as const
  ledger.move({ ...move, to: "outside", baseUnits: amountBaseUnits - feeBaseUnits, reason: "withdrawn" })
  ledger.move({ ...move, to: "fees", baseUnits: feeBaseUnits, reason: "withdrawal_fee" })
  withdrawal.isFunded = false
}

function sumOf(withdrawals: readonly StoredWithdrawal[]): bigint {
  return withdrawals.reduce((sum, { amountBaseUnits }) => sum + amountBaseUnits, 0n)
}
