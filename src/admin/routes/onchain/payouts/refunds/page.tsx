import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.refunds")
export { RefundsPage as default } from "../../../../refund/refunds-page"
