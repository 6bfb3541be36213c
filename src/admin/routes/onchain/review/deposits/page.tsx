import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.deposits")
export { DepositsPage as default } from "../../../../deposit/deposits-page"
