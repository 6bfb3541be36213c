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

/** A parser and a record it accepts, under the default names. A row comes out of a list or an event, so it is a record. */
export type ContractSample = { sample: Record<string, unknown> } & (
  | { takes: "row"; parse: (row: contract.WireRecord, assumptions: Assumptions) => unknown }
  | { takes: "enveloped" | "bare"; parse: (body: unknown, assumptions: Assumptions) => unknown }
)

type Parser<T> = (value: T, assumptions: Assumptions) => unknown
const row = (parse: Parser<contract.WireRecord>, sample: Record<string, unknown>) =>
  ({ parse, sample, takes: "row" }) as const
const enveloped = (parse: Parser<unknown>, sample: Record<string, unknown>) =>
  ({ parse, sample, takes: "enveloped" }) as const
const { getBilling, getCustomer, assignDeposit, listDeposits, createIntent, listTransactions } = endpointCases

export const contractSamples: Record<ParserName, ContractSample> = {
  parseBalance: row(contract.parseBalance, endpointCases.listBalances.answer),
  parseBilling: enveloped(contract.parseBilling, {
    ...{ ...getBilling.answer, topUpOptionsUsd: ["5"], cycleEndsAt: AT_MS },
  }),
  parseCustomer: enveloped(contract.parseCustomer, getCustomer.answer),
  parseDepositAction: enveloped(contract.parseDepositAction, assignDeposit.answer),
  parseDepositRecord: row(contract.parseDepositRecord, { ...listDeposits.answer, observedAt: AT_MS }),
  parseEnsuredAddress: {
    parse: contract.parseEnsuredAddress,
    sample: endpointCases.ensureAddress.answer,
    takes: "bare",
  },
  parseIntent: enveloped(contract.parseIntent, { ...createIntent.answer, createdAt: "2030-01-01T00:00:00Z" }),
  parseInvoice: enveloped(contract.parseInvoice, fullInvoice),
  parseInvoiceRecord: row(contract.parseInvoiceRecord, fullInvoice),
  parseNetwork: row(contract.parseNetwork, endpointCases.listNetworks.answer),
  parseQuote: enveloped(contract.parseQuote, endpointCases.quoteWithdrawal.answer),
  parseToken: row(contract.parseToken, endpointCases.listTokens.answer),
  parseTransaction: row(contract.parseTransaction, { ...listTransactions.answer, createdAt: AT_MS }),
  parseCreatedWithdrawal: enveloped(contract.parseCreatedWithdrawal, withdrawal),
  parseWithdrawal: enveloped(contract.parseWithdrawal, withdrawal),
  parseWithdrawalRecord: row(contract.parseWithdrawalRecord, withdrawal),
}
