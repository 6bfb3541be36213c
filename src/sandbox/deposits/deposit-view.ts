import type { Assumptions } from "../../gateway/assumptions"
import { formatAmount } from "../../gateway/amount"
import { depositToRecord, type Deposit, type WireRecord } from "../../gateway/contract"
import type { World } from "../world"
import type { DepositStatus } from "./lifecycle"
import type { StoredDeposit } from "./stored-deposit"

/** The name of a status on the wire. */
export function depositStatusToWire(status: DepositStatus, { statuses }: Assumptions): string {
  return status === "review_required" ? status : statuses.deposit[status]
}

/** A deposit as lists and events describe it. */
export function depositToWire(world: World, deposit: StoredDeposit): WireRecord {
  return depositToRecord(depositToContract(world, deposit), world.assumptions)
}

/**
 * A deposit under the contract's names.
 *
 * `safeToFulfill` is false throughout: only `invoice.paid` lets anybody fulfil an order.
 */
export function depositToContract(world: World, deposit: StoredDeposit): Deposit {
  const { asset, amountBaseUnits, customerId, expectedIntent, transaction } = deposit
  return {
    depositId: deposit.id,
    customerId,
    externalCustomerRef: world.customers.find(customerId ?? "")?.externalRef,
    chain: asset.chain,
    networkId: asset.networkId,
    asset: {
      token: asset.token,
      tokenMint: asset.tokenMint,
      canonicalAssetId: asset.canonicalAssetId,
      supported: asset.supported,
    },
    amount: {
      raw: String(amountBaseUnits),
      display: formatAmount(amountBaseUnits, asset.decimals),
      decimals: asset.decimals,
    },
    transaction: {
      txHash: transaction.txHash,
      operationIndex: transaction.operationIndex,
      fromAddress: transaction.fromAddress,
      toAddress: transaction.toAddress,
    },
    assignment: {
      status: deposit.assignmentStatus,
      safeToFulfill: false,
      expectedIntent: expectedIntent && {
        id: expectedIntent.id,
        externalOrderId: expectedIntent.externalOrderId,
        expectedAmountRaw: String(expectedIntent.expectedBaseUnits),
      },
    },
    resolutionStatus: depositStatusToWire(deposit.status, world.assumptions),
    safeToFulfill: false,
    memo: transaction.memo ?? undefined,
    observedAt: new Date(deposit.observedAtMs).toISOString(),
  }
}
