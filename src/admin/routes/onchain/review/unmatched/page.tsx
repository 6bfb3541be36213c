import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.unmatched")
export { UnmatchedPage as default } from "../../../../payment/unmatched-page"
