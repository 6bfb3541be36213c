import type { InferTypeOf } from "@medusajs/framework/types"
import type { DepositAction, DepositState, ReportedState } from "../../../domain/deposit/deposit-lifecycle"
import { sessionOfOrderId } from "../../../domain/payment/attempt"
import { formatAmount } from "../../../gateway/amount"
import type { Deposit } from "../../../gateway/contract"
import type OnchainDeposit from "../models/deposit"

export type DepositRow = Omit<
  InferTypeOf<typeof OnchainDeposit>,
  "state" | "action" | "reported_state" | `raw_${string}`
> & {
  state: DepositState
  reported_state: ReportedState | null
  action: DepositAction | null
}

export type DepositFacts = Pick<
  DepositRow,
  | "id"
  | "resolution_status"
  | "assignment_status"
  | "gateway_customer_id"
  | "customer_id"
  | "chain"
  | "network_id"
  | "token"
  | "token_mint"
  | "canonical_asset_id"
  | "is_supported"
  | "amount_raw"
  | "amount"
  | "decimals"
  | "tx_hash"
  | "operation_index"
  | "from_address"
  | "to_address"
  | "memo"
  | "expected_intent_id"
  | "expected_session_id"
  | "expected_amount_raw"
>

/** @param customerId Medusa's customer, where the deposit names one of ours */
export function depositToFacts(deposit: Deposit, customerId: string | null): DepositFacts {
  const { asset, amount, transaction, assignment } = deposit
  const intent = assignment?.expectedIntent
  return {
    id: deposit.depositId,
    resolution_status: deposit.resolutionStatus ?? null,
    assignment_status: assignment?.status ?? null,
    gateway_customer_id: deposit.customerId ?? null,
    customer_id: customerId,
    chain: deposit.chain,
    network_id: deposit.networkId,
    token: asset.token ?? null,
    token_mint: asset.tokenMint ?? null,
    canonical_asset_id: asset.canonicalAssetId ?? null,
    is_supported: asset.supported ?? null,
    amount_raw: amount.raw,
    amount: displayAmount(amount),
    decimals: amount.decimals ?? null,
    tx_hash: transaction?.txHash ?? null,
    operation_index: transaction?.operationIndex ?? null,
    from_address: transaction?.fromAddress ?? null,
    to_address: transaction?.toAddress ?? null,
    memo: deposit.memo ?? null,
    expected_intent_id: intent?.id ?? null,
    expected_session_id:
      intent?.externalOrderId === undefined ? null : sessionOfOrderId(intent.externalOrderId),
    expected_amount_raw: intent?.expectedAmountRaw ?? null,
  }
}

/** Whether a list of the provider shows the deposit as stored, with nothing reported since. */
export function isConfirmed({ confirmed_at, reported_state }: ConfirmationOf): boolean {
  return confirmed_at !== null && reported_state === null
}
type ConfirmationOf = Pick<DepositRow, "confirmed_at" | "reported_state">

/**
 * Facts that differ from what is stored. A missing fact is kept, unless everything stored came from an event:
 * the first list replaces all of that.
 *
 * @returns null when there is nothing to write
 */
export function changedFacts(row: DepositRow, facts: DepositFacts): Partial<DepositFacts> | null {
  const changed = Object.entries(facts).filter(
    ([name, value]) =>
      (value !== null || row.confirmed_at === null) &&
      row[name as keyof DepositFacts] !== value &&
      !(row.erased_at !== null && PERSONAL.has(name))
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<DepositFacts>)
}

/** Of the sender. They stay erased, although the lists still have them. */
const PERSONAL: ReadonlySet<string> = new Set<keyof DepositFacts>([
  ...(["customer_id", "gateway_customer_id", "from_address", "memo"] as const),
])

/** Base units decide: the display amount counts only where the decimals are unknown. */
function displayAmount({ raw, display, decimals }: Deposit["amount"]): string | null {
  return decimals === undefined ? (display ?? null) : formatAmount(BigInt(raw), decimals)
}
