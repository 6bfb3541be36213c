import { parseBalance, parseBilling, type Balance, type Billing } from "../../contract/finance"
import { parseTransaction, type Transaction } from "../../contract/transaction"
import type { Connection } from "../connection"
import type { Listing } from "../pages"

/** For reconciliation only: never decides whether an order is paid. */
export type ReconciliationCalls = {
  /** `amounts.total` is what can be withdrawn. */
  listBalances(): Listing<Balance>
  listTransactions(): Listing<Transaction>
}

export function reconciliationCalls({ walk }: Connection): ReconciliationCalls {
  return {
    listBalances: () => walk("listBalances", parseBalance),
    listTransactions: () => walk("listTransactions", parseTransaction),
  }
}

export type BillingCalls = {
  /** Plan, fees, payout quota, gas and top-up options. */
  getBilling(): Promise<Billing>
  getBillingUsage(): Promise<Billing>
}

export function billingCalls({ send }: Connection): BillingCalls {
  return {
    getBilling: () => send("getBilling", {}, parseBilling),
    getBillingUsage: () => send("getBillingUsage", {}, parseBilling),
  }
}
