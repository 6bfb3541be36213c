import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.billing")
export { BillingPage as default } from "../../../../finance/billing-page"
