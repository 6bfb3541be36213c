import { settleFunds } from "../treasury/settle-funds"
import type { World } from "../world"
import { feeOfDeposit } from "./deposit-funds"
import { checkDepositStep, takeDepositStep } from "./deposit-steps"
import type { StoredDeposit } from "./stored-deposit"

/**
 * Takes a deposit as income that belongs to no order: the fee is kept and the rest is available.
 *
 * @throws SandboxError 409 for one that was resolved, or that can only be refunded
 * @see service-interface "Deposit review"
 */
export function acceptDeposit(world: World, deposit: StoredDeposit): void {
  checkDepositStep(deposit, "accept")
  settleFunds(world, {
    asset: deposit.asset,
    from: "review",
    grossBaseUnits: deposit.amountBaseUnits,
    transaction: deposit.transaction,
    feeBaseUnits: feeOfDeposit(world, deposit),
    reference: deposit.id,
  })
  takeDepositStep(world, deposit, "accept")
}
