import { formatAmount } from "../../gateway/amount"
import type { Assumptions } from "../../gateway/assumptions"
import {
  quoteToRecord,
  withdrawalToRecord,
  type Quote,
  type Withdrawal,
  type WireRecord,
} from "../../gateway/contract"
import type { WithdrawalStatus } from "./lifecycle"
import type { StoredQuote, StoredWithdrawal, WithdrawalTerms } from "./stored-withdrawal"

/** The name of a status on the wire. */
export function withdrawalStatusToWire(status: WithdrawalStatus, { statuses }: Assumptions): string {
  const { queued, processing, fundsReserved, broadcast, completed, destinationRejected, failed } =
    statuses.withdrawal
  const names = {
    queued,
    pending_funds: "pending_funds",
    funds_reserved: fundsReserved,
    processing,
    gas_blocked: "gas_blocked",
    broadcast,
    completed,
    destination_rejected: destinationRejected,
    failed,
  } satisfies Record<WithdrawalStatus, string>
  return names[status]
}

/** A withdrawal under the contract's names. */
export function withdrawalToContract(stored: StoredWithdrawal, assumptions: Assumptions): Withdrawal {
  const { id, status, clientReference, quoteId, invoiceId, txHash, failureReason, createdAtMs } = stored
  return {
    id,
    status: withdrawalStatusToWire(status, assumptions),
    ...termsToContract(stored),
    ...{ clientReference, quoteId, invoiceId, txHash, failureReason },
    createdAt: new Date(createdAtMs).toISOString(),
  }
}

/** A withdrawal as it goes over the wire, before a response's envelope. */
export function withdrawalToWire(stored: StoredWithdrawal, assumptions: Assumptions): WireRecord {
  return withdrawalToRecord(withdrawalToContract(stored, assumptions), assumptions)
}

/** A quote as it goes over the wire, before the envelope. */
export function quoteToWire(stored: StoredQuote, assumptions: Assumptions): WireRecord {
  const expiresAt = new Date(stored.expiresAtMs).toISOString()
  const quote: Quote = { id: stored.id, ...termsToContract(stored), expiresAt }
  return quoteToRecord(quote, assumptions)
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
