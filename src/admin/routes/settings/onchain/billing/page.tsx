import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.billing", "onchain_billing:read")
export { BillingPage as default } from "../../../../finance/billing-page"
