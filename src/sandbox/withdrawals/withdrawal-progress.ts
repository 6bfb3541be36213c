import { dropBlocked, runSponsored } from "../billing/gas-credit"
import { tokenAccountGas } from "../billing/gas-price"
import { nextBlockAtMs } from "../catalog/catalog"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import { newTxHash } from "../determinism/encodings"
import type { World } from "../world"
import { fundsOutlook, releaseFunds, reserveFunds, spendFunds } from "./funds"
import type { StoredWithdrawal, WithdrawalStatus } from "./stored-withdrawal"
import { takeWithdrawalStep } from "./withdrawal-steps"

type Step = (world: World, withdrawal: StoredWithdrawal) => void

/** Steps that a block brings; other statuses wait for something else. */
const stepsOfBlocks: Partial<Record<WithdrawalStatus, Step>> = {
  queued: start,
  processing: send,
  broadcast: confirm,
}

/** Schedules the next step of a funded withdrawal for a coming block. */
export function scheduleStep(world: World, withdrawal: StoredWithdrawal, blocks = 1): void {
  const { network, status } = withdrawal
  const nextMs = nextBlockAtMs(network, world.startMs, world.clock.now())
  world.agenda.schedule(nextMs + (blocks - 1) * network.blockTimeMs, () => {
    if (withdrawal.status === status) stepsOfBlocks[status]?.(world, withdrawal)
  })
}

/** Resumes withdrawals that wait for money of an asset, as far as the money goes. */
export function continueWaiting(world: World, asset: CatalogToken): void {
  reviewWaiting(world, asset, (withdrawal) => {
    reserveFunds(world, withdrawal)
    takeWithdrawalStep(world, withdrawal, "funds_available")
    scheduleStep(world, withdrawal)
  })
}

/**
 * Ends a failed withdrawal: its money returns to the treasury, without a fee.
 *
 * @throws SandboxError when it has already ended
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

/** Continues at once if gas is covered, else with the block after it is. */
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

/** On Solana the first withdrawal to an address pays for its token account. */
function addTokenAccountGas({ withdrawals }: World, withdrawal: StoredWithdrawal): void {
  if (!withdrawal.asset.tokenMint || withdrawals.tokenAccounts.has(tokenAccountOf(withdrawal))) return
  withdrawal.unpaidGas = [...withdrawal.unpaidGas, ...tokenAccountGas()]
}

/** The account exists once its gas is paid. */
function rememberTokenAccount({ withdrawals }: World, withdrawal: StoredWithdrawal): void {
  const isCreated = withdrawal.unpaidGas.some(({ use }) => use === "token_account_creation")
  if (isCreated) withdrawals.tokenAccounts.add(tokenAccountOf(withdrawal))
}

function tokenAccountOf({ asset, destinationAddress }: StoredWithdrawal): string {
  return `${assetKey(asset)}@${destinationAddress}`
}

/**
 * Re-evaluates withdrawals that wait for money of an asset, oldest first, after its balances changed. One
 * that waited for money reserved by others fails once that money is spent.
 *
 * @param begin continues a withdrawal whose money is in the treasury
 */
function reviewWaiting(
  world: World,
  asset: CatalogToken,
  begin: (withdrawal: StoredWithdrawal) => void
): void {
  const key = assetKey(asset)
  for (const withdrawal of world.withdrawals.open()) {
    if (assetKey(withdrawal.asset) !== key) continue
    if (withdrawal.status === "funds_reserved") reconsider(world, withdrawal, begin)
    // Its claim on swept money does not block itself.
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
    case "claimed":
      return
    case "insufficient":
      return takeWithdrawalStep(world, withdrawal, "funds_spent", "the money was spent by another withdrawal")
  }
}

/** Rejects an address once a withdrawal to it is processed. */
export function rejectDestination({ withdrawals }: Pick<World, "withdrawals">, address: string): void {
  withdrawals.rejectedAddresses.add(address)
}

export function requireMemo({ withdrawals }: Pick<World, "withdrawals">, address: string): void {
  withdrawals.memoAddresses.add(address)
}

/**
 * Fails a withdrawal in any state, on the chain too; its money returns to the treasury.
 *
 * @throws SandboxError 404, or 409 when it has ended
 */
export function failWithdrawal(world: World, id: string): StoredWithdrawal {
  const withdrawal = world.withdrawals.get(id)
  endWithdrawal(world, withdrawal, "failed", "the transfer failed")
  return withdrawal
}
