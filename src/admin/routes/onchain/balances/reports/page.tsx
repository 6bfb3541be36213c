import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.reports")
export { ReportsPage as default } from "../../../../finance/reports-page"
