import { z } from "zod"
import { optionalNames } from "./forms"

/**
 * UNDOCUMENTED: our name of a field -> the service's. Fields the document names are not here. Dots lead into
 * objects: `gas.included.remaining`. Null for a field that the service does not have:
 * otherwise health misses it.
 */
export const fieldsSchema = z
  .strictObject({
    invoice: optionalNames({
      /** ISO 8601 or epoch milliseconds. */
      expiresAt: "expiresAt",
      /** Decimal in token units. */
      receivedAmount: "amountReceived",
      settlementTxHash: "txHash",
    }).prefault({}),
    network: optionalNames({ environment: "environment", name: "name" }).prefault({}),
    token: optionalNames({ decimals: "decimals", contractAddress: "contractAddress" }).prefault({}),
    intent: optionalNames({ status: "status", createdAt: "createdAt" }).prefault({}),
    deposit: optionalNames({ observedAt: "observedAt", memo: "memo" }).prefault({}),
    depositAction: optionalNames({ resolutionStatus: "resolutionStatus", invoiceId: "invoiceId" }).prefault(
      {}
    ),
    withdrawalQuote: optionalNames({
      memo: "memo",
      fee: "fee",
      netAmount: "netAmount",
      expiresAt: "expiresAt",
    }).prefault({}),
    withdrawal: optionalNames({
      amount: "amount",
      fee: "fee",
      netAmount: "netAmount",
      destinationAddress: "destinationAddress",
      memo: "memo",
      clientReference: "clientReference",
      quoteId: "quoteId",
      invoiceId: "invoiceId",
      txHash: "txHash",
      failureReason: "failureReason",
      createdAt: "createdAt",
    }).prefault({}),
    transaction: optionalNames({
      type: "type",
      direction: "direction",
      amount: "amount",
      txHash: "txHash",
      /** Of whatever it belongs to, where the service has one field for it. */
      reference: "reference",
      invoiceId: "invoiceId",
      depositId: "depositId",
      withdrawalId: "withdrawalId",
      status: "status",
      /** Where the money arrived. */
      toAddress: "toAddress",
      memo: "memo",
      createdAt: "createdAt",
    }).prefault({}),
    billing: optionalNames({
      plan: "plan",
      state: "state",
      invoiceFeePercent: "invoiceFeePercent",
      minimumFeeUsd: "minimumFeeUsd",
      payoutQuotaIncluded: "payoutQuotaIncluded",
      payoutQuotaUsed: "payoutQuotaUsed",
      includedGasGrantedUsd: "includedGasGrantedUsd",
      includedGasUsedUsd: "includedGasUsedUsd",
      includedGasRemainingUsd: "includedGasRemainingUsd",
      prepaidGasUsd: "prepaidGasUsd",
      topUpOptionsUsd: "topUpOptionsUsd",
      gasBlockedOperations: "gasBlockedOperations",
      cycleEndsAt: "cycleEndsAt",
    }).prefault({}),
  })
  .prefault({})
