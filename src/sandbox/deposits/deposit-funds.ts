import { currentPlan } from "../billing/current-plan"
import { invoiceFee } from "../billing/invoice-fee"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import type { StoredDeposit } from "./stored-deposit"

/**
 * The fee of a deposit in review, for the steps that turn it into income.
 *
 * @returns base units
 * @throws SandboxError 409 when it can only be refunded: nobody knows the value of its asset, or the fee
 * leaves nothing of it
 * @see service-interface "Deposit review"
 */
export function feeOfDeposit(world: World, deposit: StoredDeposit): bigint {
  const { id, asset, amountBaseUnits, assignmentStatus } = deposit
  if (!asset.supported) throw conflict(`deposit ${id} can only be refunded: its asset is not supported`)
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, currentPlan(world))
  const isHeld = assignmentStatus === "review_required_non_positive_net"
  if (!isHeld && feeBaseUnits < amountBaseUnits) return feeBaseUnits
  throw conflict(`deposit ${id} can only be refunded: the fee leaves nothing of it`)
}
