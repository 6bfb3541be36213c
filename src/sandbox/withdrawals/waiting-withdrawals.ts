import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { World } from "../world"
import { fundsOutlook } from "./funds"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { takeWithdrawalStep } from "./withdrawal-steps"

/**
 * Judges the withdrawals of an asset that wait for money again, oldest first, after its balances have changed.
 *
 * One that waited for money which others had set aside fails once that money is spent.
 *
 * @param begin lets one go on whose money is in the treasury
 */
export function reviewWaiting(
  world: World,
  asset: CatalogToken,
  begin: (withdrawal: StoredWithdrawal) => void
): void {
  const key = assetKey(asset)
  for (const withdrawal of world.withdrawals.open()) {
    if (assetKey(withdrawal.asset) !== key) continue
    if (withdrawal.status === "funds_reserved") reconsider(world, withdrawal, begin)
    // Its claim on what is swept is its own already.
    const isThere = withdrawal.amountBaseUnits <= world.ledger.balance(key, "treasury")
    if (withdrawal.status === "pending_funds" && isThere) begin(withdrawal)
  }
}

function reconsider(
  world: World,
  withdrawal: StoredWithdrawal,
  begin: (withdrawal: StoredWithdrawal) => void
): void {
  switch (fundsOutlook(world, withdrawal.asset, withdrawal.amountBaseUnits)) {
    case "in_treasury":
      return begin(withdrawal)
    case "sweeping":
      return takeWithdrawalStep(world, withdrawal, "funds_sweeping")
    case "set_aside":
      return
    case "insufficient":
      return takeWithdrawalStep(world, withdrawal, "funds_spent", "the money was spent by another withdrawal")
  }
}
