import { formatAmount } from "../../gateway/amount"
import type { Assumptions } from "../../gateway/assumptions"
import { toRecord, writtenStatus, type Quote, type WireRecord, type Withdrawal } from "../../gateway/contract"
import { nextStatus } from "../store"
import type { World } from "../world"
import {
  withdrawalLifecycle,
  type StoredQuote,
  type StoredWithdrawal,
  type WithdrawalTerms,
  type WithdrawalTrigger,
} from "./stored-withdrawal"

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
  webhooks.announce(event, withdrawal.id, withdrawalToWire(withdrawal, assumptions))
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

export function withdrawalToWire(stored: StoredWithdrawal, assumptions: Assumptions): WireRecord {
  return toRecord("withdrawal", withdrawalToContract(stored), assumptions)
}

export function quoteToWire(stored: StoredQuote, assumptions: Assumptions): WireRecord {
  const expiresAt = new Date(stored.expiresAtMs).toISOString()
  const quote: Quote = { id: stored.id, ...termsToContract(stored), expiresAt }
  return toRecord("withdrawalQuote", quote, assumptions)
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
