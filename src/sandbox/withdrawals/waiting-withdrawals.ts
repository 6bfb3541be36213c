import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { World } from "../world"
import { fundsOutlook, reserveFunds } from "./funds"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { scheduleNextStep } from "./withdrawal-progress"
import { takeWithdrawalStep } from "./withdrawal-steps"

/**
 * Lets the withdrawals of an asset that wait for money go on, oldest first, after its balances have changed.
 *
 * One that waited for money which others had set aside fails once that money is spent.
 */
export function continueWaiting(world: World, asset: CatalogToken): void {
  const key = assetKey(asset)
  for (const withdrawal of world.withdrawals.open()) {
    if (assetKey(withdrawal.asset) !== key) continue
    if (withdrawal.status === "pending_funds") startIfCovered(world, withdrawal)
    else if (withdrawal.status === "funds_reserved") reconsider(world, withdrawal)
  }
}

/** Its claim is older than that of any other who could take the money now. */
function startIfCovered(world: World, withdrawal: StoredWithdrawal): void {
  const { asset, amountBaseUnits } = withdrawal
  if (amountBaseUnits <= world.ledger.balance(assetKey(asset), "treasury")) begin(world, withdrawal)
}

function reconsider(world: World, withdrawal: StoredWithdrawal): void {
  switch (fundsOutlook(world, withdrawal.asset, withdrawal.amountBaseUnits)) {
    case "in_treasury":
      return begin(world, withdrawal)
    case "sweeping":
      return takeWithdrawalStep(world, withdrawal, "funds_sweeping")
    case "set_aside":
      return
    case "insufficient":
      withdrawal.failureReason = "the money was spent by another withdrawal"
      return takeWithdrawalStep(world, withdrawal, "funds_spent")
  }
}

function begin(world: World, withdrawal: StoredWithdrawal): void {
  reserveFunds(world, withdrawal)
  takeWithdrawalStep(world, withdrawal, "funds_available")
  scheduleNextStep(world, withdrawal)
}
