import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.unmatched", "onchain_payment:read")
export { UnmatchedPage as default } from "../../../../payment/unmatched-page"
