import type { Assumptions } from "../assumptions"
import * as contract from "../contract"
import { endpointCases } from "./endpoint-cases"

/** Every parser of the contract by its name, so that a new one without a sample does not compile. */
type ParserName = Exclude<Extract<keyof typeof contract, `parse${string}`>, "parseAs">

const { answer: invoice } = endpointCases.getInvoiceProgress
const withdrawal = {
  ...endpointCases.getWithdrawal.answer,
  ...{ fee: "0.1", netAmount: "4.9", memo: "7", txHash: "hash", createdAt: 1_700_000_000_000 },
}
const fullInvoice = {
  ...invoice,
  ...{
    memoId: "7",
    memo: { type: "id", value: "7" },
    expiresAt: 1_700_000_000_000,
    amountReceived: "1",
    txHash: "h",
  },
  ...{ receiveMode: "memo_required", autoDepositAssignmentStatus: "matched", externalOrderId: "order_1" },
}

/** A parser and a record it accepts, under the default names. A row comes out of a list or an event, so it is a record. */
export type ContractSample = { sample: Record<string, unknown> } & (
  | { takes: "row"; parse: (row: contract.WireRecord, assumptions: Assumptions) => unknown }
  | { takes: "enveloped" | "bare"; parse: (body: unknown, assumptions: Assumptions) => unknown }
)

export const contractSamples: Record<ParserName, ContractSample> = {
  parseBalance: { parse: contract.parseBalance, sample: endpointCases.listBalances.answer, takes: "row" },
  parseBilling: {
    parse: contract.parseBilling,
    sample: { ...endpointCases.getBilling.answer, topUpOptionsUsd: ["5"], cycleEndsAt: 1_700_000_000_000 },
    takes: "enveloped",
  },
  parseCustomer: {
    parse: contract.parseCustomer,
    sample: endpointCases.getCustomer.answer,
    takes: "enveloped",
  },
  parseDepositAction: {
    parse: contract.parseDepositAction,
    sample: endpointCases.assignDeposit.answer,
    takes: "enveloped",
  },
  parseDepositRecord: {
    parse: contract.parseDepositRecord,
    sample: { ...endpointCases.listDeposits.answer, observedAt: 1_700_000_000_000 },
    takes: "row",
  },
  parseEnsuredAddress: {
    parse: contract.parseEnsuredAddress,
    sample: endpointCases.ensureAddress.answer,
    takes: "bare",
  },
  parseIntent: {
    parse: contract.parseIntent,
    sample: { ...endpointCases.createIntent.answer, createdAt: "2030-01-01T00:00:00Z" },
    takes: "enveloped",
  },
  parseInvoice: { parse: contract.parseInvoice, sample: fullInvoice, takes: "enveloped" },
  parseInvoiceRecord: { parse: contract.parseInvoiceRecord, sample: fullInvoice, takes: "row" },
  parseNetwork: { parse: contract.parseNetwork, sample: endpointCases.listNetworks.answer, takes: "row" },
  parseQuote: {
    parse: contract.parseQuote,
    sample: endpointCases.quoteWithdrawal.answer,
    takes: "enveloped",
  },
  parseToken: { parse: contract.parseToken, sample: endpointCases.listTokens.answer, takes: "row" },
  parseTransaction: {
    parse: contract.parseTransaction,
    sample: { ...endpointCases.listTransactions.answer, createdAt: 1_700_000_000_000 },
    takes: "row",
  },
  parseCreatedWithdrawal: { parse: contract.parseCreatedWithdrawal, sample: withdrawal, takes: "enveloped" },
  parseWithdrawal: { parse: contract.parseWithdrawal, sample: withdrawal, takes: "enveloped" },
  parseWithdrawalRecord: { parse: contract.parseWithdrawalRecord, sample: withdrawal, takes: "row" },
}
