import { formatAmount } from "../../gateway/amount"
import type { Quote, Withdrawal } from "../../gateway/contract"
import { dropBlocked, runSponsored } from "../billing/gas-credit"
import { tokenAccountGas } from "../billing/gas-price"
import { assetKey, type CatalogToken, nextBlockAtMs } from "../catalog/catalog"
import { newTxHash } from "../determinism/identifiers"
import { writtenStatus } from "../http/wire-writer"
import { nextStatus } from "../store"
import type { World } from "../world"
import {
  type StoredQuote,
  type StoredWithdrawal,
  withdrawalLifecycle,
  type WithdrawalStatus,
  type WithdrawalTerms,
  type WithdrawalTrigger,
} from "./stored-withdrawal"

/**
 * - `in_treasury`: available
 * - `sweeping`: available once settled money is swept
 * - `claimed`: there or on its way, but reserved by others
 * - `insufficient`: not enough money
 */
type FundsOutlook = "in_treasury" | "sweeping" | "claimed" | "insufficient"

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

function releaseFunds({ ledger }: World, withdrawal: StoredWithdrawal): void {
  const { id: reference, asset, amountBaseUnits: baseUnits, isFunded } = withdrawal
  if (!isFunded) return
  const move = { asset: assetKey(asset), baseUnits, reference, reason: "withdrawal_released" }
  ledger.move({ ...move, from: "reserved", to: "treasury" })
  withdrawal.isFunded = false
}

/** The fee stays with the service. */
function spendFunds({ ledger }: World, withdrawal: StoredWithdrawal): void {
  const { id: reference, asset, amountBaseUnits, feeBaseUnits, txHash } = withdrawal
  const move = { asset: assetKey(asset), from: "reserved", reference, txHash } as const
  ledger.move({ ...move, to: "outside", baseUnits: amountBaseUnits - feeBaseUnits, reason: "withdrawn" })
  ledger.move({ ...move, to: "fees", baseUnits: feeBaseUnits, reason: "withdrawal_fee" })
  withdrawal.isFunded = false
}

function sumOf(withdrawals: readonly StoredWithdrawal[]): bigint {
  return withdrawals.reduce((sum, { amountBaseUnits }) => sum + amountBaseUnits, 0n)
}

/** Takes a transition and announces it by webhook. @throws SandboxError for an impossible one */
export function takeWithdrawalStep(
  world: World,
  withdrawal: StoredWithdrawal,
  trigger: WithdrawalTrigger,
  failureReason?: string
): void {
  withdrawal.status = nextStatus(withdrawalLifecycle, "withdrawal", withdrawal, trigger)
  withdrawal.failureReason = failureReason
  announceWithdrawal(world, withdrawal)
}

/** UNDOCUMENTED: the names of withdrawal events. */
export function announceWithdrawal({ webhooks, assumptions }: World, withdrawal: StoredWithdrawal): void {
  const prefix = assumptions.events.withdrawalPrefixes.at(-1) ?? ""
  const event = prefix + writtenStatus("withdrawal", withdrawal.status, assumptions)
  webhooks.announce(event, withdrawal.id, withdrawalToContract(withdrawal))
}

export function withdrawalToContract(stored: StoredWithdrawal): Withdrawal {
  const { id, status, clientReference, quoteId, invoiceId, txHash, failureReason, createdAtMs } = stored
  return {
    id,
    status,
    ...termsToContract(stored),
    ...{ clientReference, quoteId, invoiceId, txHash, failureReason },
    createdAt: new Date(createdAtMs).toISOString(),
  }
}

export function quoteToContract(stored: StoredQuote): Quote {
  const expiresAt = new Date(stored.expiresAtMs).toISOString()
  return { id: stored.id, ...termsToContract(stored), expiresAt }
}

function termsToContract(terms: WithdrawalTerms) {
  const { rail, asset, amountBaseUnits, feeBaseUnits, destinationAddress, memo } = terms
  const netBaseUnits = amountBaseUnits > feeBaseUnits ? amountBaseUnits - feeBaseUnits : 0n
  return {
    ...rail,
    amount: formatAmount(amountBaseUnits, asset.decimals),
    fee: formatAmount(feeBaseUnits, asset.decimals),
    netAmount: formatAmount(netBaseUnits, asset.decimals),
    destinationAddress,
    memo,
  }
}

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

/**
 * Resumes withdrawals that wait for money of an asset, oldest first, after its balances changed. One that waited
 * for money reserved by others fails once that money is spent.
 */
export function continueWaiting(world: World, asset: CatalogToken): void {
  const key = assetKey(asset)
  for (const withdrawal of world.withdrawals.open()) {
    if (assetKey(withdrawal.asset) !== key) continue
    if (withdrawal.status === "funds_reserved") reconsider(world, withdrawal)
    // Its claim on swept money does not block itself.
    const isThere = withdrawal.amountBaseUnits <= world.ledger.balance(key, "treasury")
    if (withdrawal.status === "pending_funds" && isThere) begin(world, withdrawal)
  }
}

function begin(world: World, withdrawal: StoredWithdrawal): void {
  reserveFunds(world, withdrawal)
  takeWithdrawalStep(world, withdrawal, "funds_available")
  scheduleStep(world, withdrawal)
}

function reconsider(world: World, withdrawal: StoredWithdrawal): void {
  switch (fundsOutlook(world, withdrawal.asset, withdrawal.amountBaseUnits)) {
    case "in_treasury":
      return begin(world, withdrawal)
    case "sweeping":
      return takeWithdrawalStep(world, withdrawal, "funds_sweeping")
    case "claimed":
      return
    case "insufficient":
      return takeWithdrawalStep(world, withdrawal, "funds_spent", "the money was spent by another withdrawal")
  }
}

/** Ends a failed withdrawal: its money returns to the treasury, without a fee. @throws SandboxError when it has already ended */
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

/** Fails a withdrawal in any state, on the chain too; its money returns to the treasury. @throws SandboxError 404, or 409 when it has ended */
export function failWithdrawal(world: World, id: string): void {
  endWithdrawal(world, world.withdrawals.get(id), "failed", "the transfer failed")
}
