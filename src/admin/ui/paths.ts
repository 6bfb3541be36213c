export const PAGES = {
  overview: "/onchain/overview",
  payments: "/onchain/payments",
  deposits: "/onchain/review/deposits",
  unmatched: "/onchain/review/unmatched",
  reviewTransactions: "/onchain/review/transactions",
  refunds: "/onchain/payouts/refunds",
  withdrawals: "/onchain/payouts/withdrawals",
  splits: "/onchain/payouts/splits",
  addresses: "/onchain/payouts/addresses",
  balances: "/onchain/balances",
  transactions: "/onchain/balances/transactions",
  income: "/onchain/balances/income",
  reports: "/onchain/balances/reports",
  setup: "/settings/onchain",
  health: "/settings/onchain/health",
  webhooks: "/settings/onchain/webhooks",
  billing: "/settings/onchain/billing",
} as const

/** The list with one drawer open. `any` lifts the filter that would hide a finished row. */
const opened = (page: string, parameter: string, id: string, any = "state") =>
  `${page}?${any}=any&${parameter}=${encodeURIComponent(id)}`

export const pathTo = {
  payment: (id: string) => `${PAGES.payments}/${encodeURIComponent(id)}`,
  deposit: (id: string) => opened(PAGES.deposits, "deposit_id", id),
  unmatched: (id: string) => opened(PAGES.unmatched, "payment_id", id, "resolution"),
  refund: (id: string) => opened(PAGES.refunds, "refund_id", id),
  withdrawal: (id: string) => opened(PAGES.withdrawals, "withdrawal_id", id),
  split: (id: string) => opened(PAGES.splits, "split_id", id, "phase"),
  address: (id: string) => opened(PAGES.addresses, "destination_id", id),
  transaction: (id: string) => opened(PAGES.transactions, "transaction_id", id, "waiting"),
  delivery: (id: string) => opened(PAGES.webhooks, "delivery_id", id),
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  customer: (id: string) => `/customers/${encodeURIComponent(id)}`,
}
