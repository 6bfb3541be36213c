import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.deposits", "onchain_deposit:read")
export { DepositsPage as default } from "../../../../deposit/deposits-page"
