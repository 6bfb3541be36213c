/** Screens of the overview and the settings, downloaded together. */
export { BillingPage } from "../finance/billing-page"
export { HealthPage } from "../health/health-page"
export { OverviewPage } from "../health/overview-page"
export { SetupPage } from "../health/setup-page"
export { WebhooksPage } from "../inbox/webhooks-page"
