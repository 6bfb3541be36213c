import { assetKey } from "../catalog/tokens"
import type { LedgerMove } from "../ledger/ledger"
import { checkPayoutPolicy } from "../payouts/payout-policy"
import { newTxHash } from "../payments/chain-text"
import { finalAtMs } from "../payments/finality"
import { conflict } from "../sandbox-error"
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
  const { network, asset, amountBaseUnits, transaction } = deposit
  checkPayoutPolicy(world, { asset, amountBaseUnits, destinationAddress: transaction.fromAddress })
  moveFunds(world, deposit, { from: "review", to: "reserved", reason: "refund_started" })
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
  if (isFailing) {
    moveFunds(world, deposit, { from: "reserved", to: "review", reason: "refund_failed" })
    return takeDepositStep(world, deposit, "refund_failed")
  }
  const txHash = newTxHash(deposit.asset.chain, world.identifiers)
  moveFunds(world, deposit, { from: "reserved", to: "outside", reason: "refunded", txHash })
  takeDepositStep(world, deposit, "refund_succeeded")
}

type Move = Pick<LedgerMove, "from" | "to" | "reason" | "txHash">

function moveFunds({ ledger }: World, { id, asset, amountBaseUnits }: StoredDeposit, move: Move): void {
  ledger.move({ ...move, asset: assetKey(asset), baseUnits: amountBaseUnits, reference: id })
}
