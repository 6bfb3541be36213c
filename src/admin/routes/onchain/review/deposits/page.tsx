import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.deposits", "onchain_deposit:read")

export default lazyPage(async () => (await import("../../../../screens/review.js")).DepositsPage)
