import { formatAmount } from "../../gateway/amount"
import { toRecord, type Deposit, type WireRecord } from "../../gateway/contract"
import { nextStatus } from "../store"
import type { World } from "../world"
import { depositEvents, depositLifecycle, type DepositTrigger, type StoredDeposit } from "./stored-deposit"

/** @throws SandboxError for an impossible transition, before anything else happens */
export function checkDepositStep(deposit: StoredDeposit, trigger: DepositTrigger): void {
  nextStatus(depositLifecycle, "deposit", deposit, trigger)
}

/** Takes a transition and announces it by webhook. @throws SandboxError */
export function takeDepositStep(world: World, deposit: StoredDeposit, trigger: DepositTrigger): void {
  deposit.status = nextStatus(depositLifecycle, "deposit", deposit, trigger)
  world.webhooks.announce(depositEvents[trigger], deposit.id, depositToWire(world, deposit))
}

export function depositToWire(world: World, deposit: StoredDeposit): WireRecord {
  return toRecord("deposit", depositToContract(world, deposit), world.assumptions)
}

/** `safeToFulfill` is always false: only `invoice.paid` fulfils an order. */
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
    resolutionStatus: deposit.status,
    safeToFulfill: false,
    memo: transaction.memo ?? undefined,
    observedAt: new Date(deposit.observedAtMs).toISOString(),
  }
}
