/** Screens of the books, downloaded together. */
export { BalancesPage } from "../finance/balances-page"
export { IncomePage } from "../finance/income-page"
export { ReportsPage } from "../finance/reports-page"
export { ReviewTransactionsPage, TransactionsPage } from "../finance/transactions-page"
