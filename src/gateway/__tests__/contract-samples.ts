import type { Assumptions } from "../assumptions"
import * as contract from "../contract"
import { endpointCases } from "./endpoint-cases"

/** Every parser of the contract by its name, so that a new one without a sample does not compile. */
type ParserName = Exclude<Extract<keyof typeof contract, `parse${string}`>, "parseAs">

const AT_MS = 1_700_000_000_000
const { answer: invoice } = endpointCases.getInvoiceProgress
const withdrawal = {
  ...endpointCases.getWithdrawal.answer,
  ...{ fee: "0.1", netAmount: "4.9", memo: "7", txHash: "hash", createdAt: AT_MS },
}
const fullInvoice = {
  ...{ ...invoice, memoId: "7", memo: { type: "id", value: "7" }, expiresAt: AT_MS },
  ...{ amountReceived: "1", txHash: "h" },
  ...{ receiveMode: "memo_required", autoDepositAssignmentStatus: "matched", externalOrderId: "order_1" },
}

/** A parser and a record it accepts, under the default names. */
export type ContractSample = {
  parse: (record: contract.WireRecord, assumptions: Assumptions) => unknown
  sample: Record<string, unknown>
}

const { getBilling, getCustomer, assignDeposit, listDeposits, createIntent, listTransactions } = endpointCases

export const contractSamples: Record<ParserName, ContractSample> = {
  parseBalance: { parse: contract.parseBalance, sample: endpointCases.listBalances.answer },
  parseBilling: {
    parse: contract.parseBilling,
    sample: { ...getBilling.answer, topUpOptionsUsd: ["5"], cycleEndsAt: AT_MS },
  },
  parseCustomer: { parse: contract.parseCustomer, sample: getCustomer.answer },
  parseDepositAction: { parse: contract.parseDepositAction, sample: assignDeposit.answer },
  parseDeposit: { parse: contract.parseDeposit, sample: { ...listDeposits.answer, observedAt: AT_MS } },
  parseEnsuredAddress: { parse: contract.parseEnsuredAddress, sample: endpointCases.ensureAddress.answer },
  parseIntent: {
    parse: contract.parseIntent,
    sample: { ...createIntent.answer, createdAt: "2030-01-01T00:00:00Z" },
  },
  parseInvoice: { parse: contract.parseInvoice, sample: fullInvoice },
  parseNetwork: { parse: contract.parseNetwork, sample: endpointCases.listNetworks.answer },
  parseQuote: { parse: contract.parseQuote, sample: endpointCases.quoteWithdrawal.answer },
  parseToken: { parse: contract.parseToken, sample: endpointCases.listTokens.answer },
  parseTransaction: {
    parse: contract.parseTransaction,
    sample: { ...listTransactions.answer, createdAt: AT_MS },
  },
  parseWithdrawal: { parse: contract.parseWithdrawal, sample: withdrawal },
}
