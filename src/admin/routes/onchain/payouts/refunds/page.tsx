import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.refunds", "onchain_refund:read")
export { RefundsPage as default } from "../../../../refund/refunds-page"
