import { parseBalance, type Balance } from "../../contract/balance"
import { parseTransaction, type Transaction } from "../../contract/transaction"
import type { Connection } from "../connection"
import type { Listing } from "../pages"

/** For reconciliation only: neither decides whether an order is paid. */
export type ReconciliationCalls = {
  /** Lists what the business holds of each asset; `amounts.total` is what can be withdrawn. */
  listBalances(): Listing<Balance>
  /** Lists every movement, page after page as they are consumed. */
  listTransactions(): Listing<Transaction>
}

export function reconciliationCalls({ walk }: Connection): ReconciliationCalls {
  return {
    listBalances: () => walk("listBalances", parseBalance),
    listTransactions: () => walk("listTransactions", parseTransaction),
  }
}
