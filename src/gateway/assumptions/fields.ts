import { z } from "zod"
import { names, optionalNames } from "./forms"

/**
 * UNDOCUMENTED: our name of a field -> the service's. Fields the document names are not here. Dots lead into
 * objects: `gas.included.remaining`. Null, where it is allowed, for a field that the
 * service does not have.
 */
export const fieldsSchema = z
  .strictObject({
    invoice: names({
      /** ISO 8601 or epoch milliseconds. */
      expiresAt: "expiresAt",
      /** Decimal in token units. */
      receivedAmount: "amountReceived",
      settlementTxHash: "txHash",
    }).prefault({}),
    network: names({ environment: "environment", name: "name" }).prefault({}),
    token: names({ decimals: "decimals", contractAddress: "contractAddress" }).prefault({}),
    intent: names({ status: "status", createdAt: "createdAt" }).prefault({}),
    deposit: names({ observedAt: "observedAt", memo: "memo" }).prefault({}),
    depositAction: names({ resolutionStatus: "resolutionStatus", invoiceId: "invoiceId" }).prefault({}),
    withdrawalQuote: names({
      memo: "memo",
      fee: "fee",
      netAmount: "netAmount",
      expiresAt: "expiresAt",
    }).prefault({}),
    withdrawal: names({
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
