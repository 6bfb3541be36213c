import type { OnchainAsset, OnchainExplorerLinks, OnchainListPage, OnchainOrderRef } from "./row"
import type { BillingFinding, BillingWarningId } from "../../domain/finance/billing-warning"
import type { PlanPrice, PlanPricesView } from "../../domain/finance/plan-prices"
import type { REPORT_STATES, ReportDifferenceKind } from "../../domain/finance/report-difference"

/** The current price of one token, a decimal in major units of the store's default currency (ISO 4217, lower case). */
export type OnchainTokenPrice = {
  currency_code: string
  /** Digits of the currency's fraction. */
  currency_decimals: number
  price: string
  source: string
  /** ISO 8601. */
  at: string
}

/** What the provider holds of one asset. Amounts are decimals in token units. */
export type OnchainBalance = OnchainAsset & {
  total: string
  /** Seen on addresses; not withdrawable. */
  total_held: string | null
  /** Shown for accounting; not withdrawable. */
  requires_recovery: string | null
  on_its_way: string
  /** What ever arrived and no order has: income of `ledger_only`, and accepted deposits. It is part of the other amounts, or left. */
  without_order: string
  /** Null without a current rate. */
  price: OnchainTokenPrice | null
}

/** Answer of `GET /admin/onchain/balances`. */
export type OnchainBalanceListResponse = {
  balances: OnchainBalance[]
  /** The provider's list was read to its end. */
  is_complete: boolean
  asked_at: string
}

/** A row of the provider's transactions, as lists show it. Amounts are decimals in token units. */
export type OnchainTransaction = OnchainAsset & {
  id: string
  /** Null where it cannot be read. */
  kind: "receipt" | "fee" | "payout" | "refund" | null
  /** As the provider sends it. */
  type: string | null
  direction: "in" | "out" | null
  /** As the provider sends it, but for `review_required` and `failed`. */
  status: string | null
  amount: string | null
  tx_hash: string | null
  explorer: OnchainExplorerLinks
  reference: string | null
  /** ISO 8601: when it happened, else when it was first read. */
  at: string
  about: {
    kind: "payment" | "deposit" | "withdrawal"
    id: string
    order: OnchainOrderRef | null
    /** A memo or an address only suggests the payment. */
    by: "reference" | "memo" | "address"
  } | null
  /** Why it is in no sum; null where it can be read. */
  unread: string | null
  /** It is in review at the provider, or cannot be read, and nobody has looked at it. */
  is_waiting: boolean
}

/** A transaction with its address, its memo and its review. */
export type OnchainTransactionDetail = OnchainTransaction & {
  to_address: string | null
  memo: string | null
  /** The row as the provider sent it, where it cannot be read. */
  raw: string | null
  reviewed: { at: string; by: string | null; note: string } | null
}

/** Answer of `GET /admin/onchain/transactions/:id` and of `POST .../review`. */
export type OnchainTransactionResponse = { transaction: OnchainTransactionDetail }

/** Answer of `GET /admin/onchain/transactions` and of `POST .../transactions/sync`. */
export type OnchainTransactionListResponse = OnchainListPage & {
  transactions: OnchainTransaction[]
  sync: {
    /** ISO 8601: when the whole list was last read to its end. */
    finished_at: string | null
    /** When new ones were last read. */
    looked_at: string | null
    is_running: boolean
    /** Why the whole list could not be read, until it is; else why the last read of new ones failed. */
    last_error: string | null
  }
}

/** A warning about the plan, with a sentence for the operator. */
export type OnchainBillingWarning = {
  id: BillingWarningId
  severity: BillingFinding["severity"]
  message: string
}

/** A price of the plan, or what it includes. `list`: by the provider's price list, where its answer has no figure. */
export type OnchainPlanPrice = PlanPrice

/** Answer of `GET /admin/onchain/billing`. Null is what the provider did not send. */
export type OnchainBillingResponse = {
  billing: {
    plan: string | null
    /** State of the billing cycle, as the provider sends it. */
    state: string | null
    /** Null where neither the answer nor the price list says. */
    prices: PlanPricesView
    /** Of this cycle, as the provider answers. */
    quota: { included: number | null; used: number | null; left: number | null }
    gas: {
      granted_usd: string | null
      used_usd: string | null
      left_usd: string | null
      prepaid_usd: string | null
    }
    /** Operations that wait for gas credit. */
    gas_blocked: number | null
    /** Packs of prepaid gas, as decimals in USD. */
    top_ups: { amounts_usd: string[]; source: PlanPrice["source"] }
    /** ISO 8601: when the next renewal is issued, and when the cycle ends and its included gas is renewed. */
    renewal_at: string | null
    cycle_ends_at: string | null
    /** Of a past due plan: then the business moves to Free. */
    grace_ends_at: string | null
    warnings: OnchainBillingWarning[]
    asked_at: string
  }
}

/** States of a report. A `failed` one can be requested again. */
export type OnchainReportState = (typeof REPORT_STATES)[number]

/** A comparison of Medusa's captures with the provider's invoices and transactions. */
export type OnchainReport = {
  id: string
  /** First and last day, `YYYY-MM-DD` in UTC. */
  from: string
  to: string
  state: OnchainReportState
  requested_by: string | null
  /** ISO 8601. */
  created_at: string
  finished_at: string | null
  rows_read: number
  /** Null until it is done. */
  difference_count: number | null
  /** Incomplete lists of the provider, with the rows that were read. */
  incomplete_lists: { list: string; rows: number }[]
  /** Why it failed, or why a `queued` one is tried again. */
  last_error: string | null
}

/** Sums of one day and one asset: tokens as decimals in token units, fiat in major units. */
export type OnchainReportLine = OnchainAsset & {
  day: string
  captures: { count: number; tokens: string; fiat: { currency_code: string; amount: string }[] }
  invoices: { count: number; tokens: string }
  receipts: { count: number; tokens: string }
  /** Of the receipts, what no order has. */
  income: { count: number; tokens: string }
  fees: string
  payouts: { count: number; tokens: string }
  refunds: { count: number; tokens: string }
}

/** Codes of the differences that a report can find. Append-only. */
export type OnchainReportDifferenceKind = ReportDifferenceKind

/** A difference of a report. `expected` and `found` are decimals in token units, unless a currency is set. */
export type OnchainReportDifference = {
  kind: OnchainReportDifferenceKind
  day: string
  network_id: string
  token: string
  /** The compared key: an invoice, a deposit or a withdrawal of the provider, else our own id. */
  match_key: string
  /** Set for the money of an order: `expected` and `found` are then in its major units. */
  currency_code: string | null
  /** Decimals in token units, except for the money of an order. */
  expected: string | null
  found: string | null
  explanation: string
  order: OnchainOrderRef | null
}

/** Body of `POST /admin/onchain/reports`: days, `YYYY-MM-DD`, both included. */
export type OnchainRequestReportBody = { from: string; to: string }

/** Answer of `GET /admin/onchain/reports`. */
export type OnchainReportListResponse = Omit<OnchainListPage, "is_count_exact"> & { reports: OnchainReport[] }

/** Answer of `GET /admin/onchain/reports/:id` and of `POST /admin/onchain/reports`. */
export type OnchainReportResponse = {
  report: OnchainReport & { lines: OnchainReportLine[]; differences: OnchainReportDifference[] }
}
