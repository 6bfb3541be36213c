/** Screens of the overview, the books and the settings, downloaded together. */
export { BalancesPage } from "../finance/balances-page"
export { BillingPage } from "../finance/billing-page"
export { ReportsPage } from "../finance/reports-page"
export { ReviewTransactionsPage, TransactionsPage } from "../finance/transactions-page"
export { HealthPage } from "../health/health-page"
export { OverviewPage } from "../health/overview-page"
export { SetupPage } from "../health/setup-page"
export { WebhooksPage } from "../inbox/webhooks-page"
