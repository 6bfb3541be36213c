import { runSponsored } from "../billing/sponsored-operation"
import { tokenAccountGas } from "../billing/gas-price"
import { nextBlockAtMs } from "../catalog/catalog"
import { assetKey } from "../catalog/tokens"
import { newTxHash } from "../payments/chain-text"
import type { World } from "../world"
import { spendFunds } from "./funds"
import type { WithdrawalStatus } from "./lifecycle"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { continueWaiting } from "./waiting-withdrawals"
import { endWithdrawal } from "./withdrawal-end"
import { takeWithdrawalStep } from "./withdrawal-steps"

/** What the next block brings; a status that is not here waits for something else. */
const nextSteps: Partial<Record<WithdrawalStatus, (world: World, withdrawal: StoredWithdrawal) => void>> = {
  queued: start,
  processing: send,
  broadcast: confirm,
}

/** Lets a withdrawal that has its money go on with the next block, or after several. */
export function scheduleNextStep(world: World, withdrawal: StoredWithdrawal, blocks = 1): void {
  const { network, status } = withdrawal
  const firstMs = nextBlockAtMs(network, world.startMs, world.clock.now())
  world.agenda.schedule(firstMs + (blocks - 1) * network.blockTimeMs, () => {
    if (withdrawal.status === status) nextSteps[status]?.(world, withdrawal)
  })
}

function start(world: World, withdrawal: StoredWithdrawal): void {
  payGasThen(world, withdrawal, () => {
    takeWithdrawalStep(world, withdrawal, "started")
    scheduleNextStep(world, withdrawal)
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
    scheduleNextStep(world, withdrawal, finality.kind === "blocks" ? finality.requiredConfirmations : 1)
  })
}

function confirm(world: World, withdrawal: StoredWithdrawal): void {
  spendFunds(world, withdrawal)
  takeWithdrawalStep(world, withdrawal, "confirmed")
  continueWaiting(world, withdrawal.asset)
}

/** Goes on at once, or, when the credit was not enough, with the block after it is. */
function payGasThen(world: World, withdrawal: StoredWithdrawal, next: () => void): void {
  runSponsored(world, {
    reference: withdrawal.id,
    gas: withdrawal.unpaidGas,
    onBlocked: () => takeWithdrawalStep(world, withdrawal, "gas_missing"),
    run() {
      withdrawal.unpaidGas = []
      if (withdrawal.status !== "gas_blocked") return next()
      takeWithdrawalStep(world, withdrawal, "gas_covered")
      scheduleNextStep(world, withdrawal)
    },
  })
}

/** On Solana an address needs an account for each token; the first withdrawal to it creates that. */
function addTokenAccountGas({ withdrawals }: World, withdrawal: StoredWithdrawal): void {
  const { asset, destinationAddress } = withdrawal
  const account = `${assetKey(asset)}@${destinationAddress}`
  if (!asset.tokenMint || withdrawals.tokenAccounts.has(account)) return
  withdrawals.tokenAccounts.add(account)
  withdrawal.unpaidGas = [...withdrawal.unpaidGas, ...tokenAccountGas()]
}
