import { tokenAccountGas } from "../billing/gas-price"
import { dropBlocked, runSponsored } from "../billing/sponsored-operation"
import { nextBlockAtMs } from "../catalog/catalog"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import { newTxHash } from "../payments/chain-text"
import type { World } from "../world"
import { releaseFunds, reserveFunds, spendFunds } from "./funds"
import type { WithdrawalStatus } from "./lifecycle"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { reviewWaiting } from "./waiting-withdrawals"
import { takeWithdrawalStep } from "./withdrawal-steps"

type Step = (world: World, withdrawal: StoredWithdrawal) => void

/** What a block brings; a status that is not here waits for something else. */
const stepsOfBlocks: Partial<Record<WithdrawalStatus, Step>> = {
  queued: start,
  processing: send,
  broadcast: confirm,
}

/** Lets a withdrawal that has its money go on with the next block, or with a later one. */
export function scheduleStep(world: World, withdrawal: StoredWithdrawal, blocks = 1): void {
  const { network, status } = withdrawal
  const nextMs = nextBlockAtMs(network, world.startMs, world.clock.now())
  world.agenda.schedule(nextMs + (blocks - 1) * network.blockTimeMs, () => {
    if (withdrawal.status === status) stepsOfBlocks[status]?.(world, withdrawal)
  })
}

/** Lets those that wait for money of an asset go on, as far as it reaches now. */
export function continueWaiting(world: World, asset: CatalogToken): void {
  reviewWaiting(world, asset, (withdrawal) => {
    reserveFunds(world, withdrawal)
    takeWithdrawalStep(world, withdrawal, "funds_available")
    scheduleStep(world, withdrawal)
  })
}

/**
 * Ends a withdrawal that does not go through: its money returns to the treasury, without a fee.
 *
 * @throws SandboxError when it has ended already
 */
export function endWithdrawal(
  world: World,
  withdrawal: StoredWithdrawal,
  trigger: "destination_refused" | "failed",
  reason: string
): void {
  takeWithdrawalStep(world, withdrawal, trigger, reason)
  dropBlocked(world, withdrawal.id)
  releaseFunds(world, withdrawal)
  continueWaiting(world, withdrawal.asset)
}

function start(world: World, withdrawal: StoredWithdrawal): void {
  payGasThen(world, withdrawal, () => {
    takeWithdrawalStep(world, withdrawal, "started")
    scheduleStep(world, withdrawal)
  })
}

function send(world: World, withdrawal: StoredWithdrawal): void {
  if (world.withdrawals.rejectedAddresses.has(withdrawal.destinationAddress)) {
    return endWithdrawal(world, withdrawal, "destination_refused", "the destination was rejected")
  }
  addTokenAccountGas(world, withdrawal)
  payGasThen(world, withdrawal, () => {
    const { finality } = withdrawal.network
    withdrawal.txHash = newTxHash(withdrawal.rail.chain, world.identifiers)
    takeWithdrawalStep(world, withdrawal, "sent")
    scheduleStep(world, withdrawal, finality.kind === "blocks" ? finality.requiredConfirmations : 1)
  })
}

function confirm(world: World, withdrawal: StoredWithdrawal): void {
  spendFunds(world, withdrawal)
  takeWithdrawalStep(world, withdrawal, "confirmed")
  continueWaiting(world, withdrawal.asset)
}

/** Goes on at once; or, when the credit is not enough, with the block after it is. */
function payGasThen(world: World, withdrawal: StoredWithdrawal, next: () => void): void {
  runSponsored(world, {
    reference: withdrawal.id,
    gas: withdrawal.unpaidGas,
    onBlocked: () => takeWithdrawalStep(world, withdrawal, "gas_missing"),
    run() {
      rememberTokenAccount(world, withdrawal)
      withdrawal.unpaidGas = []
      if (withdrawal.status !== "gas_blocked") return next()
      takeWithdrawalStep(world, withdrawal, "gas_covered")
      scheduleStep(world, withdrawal)
    },
  })
}

/** On Solana an address needs an account for each token; the first withdrawal to it creates that. */
function addTokenAccountGas({ withdrawals }: World, withdrawal: StoredWithdrawal): void {
  if (!withdrawal.asset.tokenMint || withdrawals.tokenAccounts.has(tokenAccountOf(withdrawal))) return
  withdrawal.unpaidGas = [...withdrawal.unpaidGas, ...tokenAccountGas()]
}

/** It is there from when its gas is paid. */
function rememberTokenAccount({ withdrawals }: World, withdrawal: StoredWithdrawal): void {
  const isCreated = withdrawal.unpaidGas.some(({ use }) => use === "token_account_creation")
  if (isCreated) withdrawals.tokenAccounts.add(tokenAccountOf(withdrawal))
}

function tokenAccountOf({ asset, destinationAddress }: StoredWithdrawal): string {
  return `${assetKey(asset)}@${destinationAddress}`
}
