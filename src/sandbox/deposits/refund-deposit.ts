import { assetKey } from "../catalog/tokens"
import type { Account } from "../ledger/ledger"
import { checkPayoutPolicy } from "../payouts/payout-policy"
import { finalAtMs } from "../payments/finality"
import { conflict, sandboxBug } from "../sandbox-error"
import type { World } from "../world"
import { checkDepositStep, requireDeposit, takeDepositStep } from "./deposit-steps"
import type { StoredDeposit } from "./stored-deposit"

/**
 * Starts to send a deposit back to where it came from: the gross amount, without a fee.
 *
 * It ends after as many blocks as a payment needs, well or badly.
 *
 * @throws SandboxError 409 for one that was resolved, 403 where the policy of the payout key forbids it
 * @see service-interface "Deposit review"
 */
export function refundDeposit(world: World, deposit: StoredDeposit): void {
  checkDepositStep(deposit, "refund_started")
  const { asset, amountBaseUnits, transaction } = deposit
  checkPayoutPolicy(world, { asset, amountBaseUnits, destinationAddress: transaction.fromAddress })
  const network = world.catalog.findNetwork(asset.chain, asset.networkId)
  if (!network) throw sandboxBug(`deposit ${deposit.id} is on no network`)
  moveFunds(world, deposit, "review", "reserved", "refund_started")
  takeDepositStep(world, deposit, "refund_started")
  const endsAtMs = finalAtMs(network, world.startMs, world.clock.now())
  world.agenda.schedule(endsAtMs, () => finishRefund(world, deposit))
}

/**
 * Makes the refund that is under way, or else the next one, fail.
 *
 * @throws SandboxError when the deposit can have no refund any more
 */
export function failNextRefund(world: World, depositId: string): void {
  const deposit = requireDeposit(world, depositId)
  if (!["review_required", "refundPending"].includes(deposit.status)) {
    throw conflict(`deposit ${depositId} is ${deposit.status}: it has no refund to come`)
  }
  deposit.failsNextRefund = true
}

function finishRefund(world: World, deposit: StoredDeposit): void {
  const isFailing = deposit.failsNextRefund
  deposit.failsNextRefund = false
  const trigger = isFailing ? "refund_failed" : "refund_succeeded"
  moveFunds(world, deposit, "reserved", isFailing ? "review" : "outside", trigger)
  takeDepositStep(world, deposit, trigger)
}

function moveFunds(
  { ledger }: World,
  { id, asset, amountBaseUnits }: StoredDeposit,
  from: Account,
  to: Account,
  reason: string
): void {
  ledger.move({ asset: assetKey(asset), from, to, baseUnits: amountBaseUnits, reason, reference: id })
}
