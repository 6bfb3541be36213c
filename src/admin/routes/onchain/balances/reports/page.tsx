import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.reports", "onchain_book:read")
export { ReportsPage as default } from "../../../../finance/reports-page"
