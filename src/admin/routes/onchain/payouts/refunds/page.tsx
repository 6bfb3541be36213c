import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.refunds", "onchain_refund:read")

export default lazyPage(async () => (await import("../../../../screens/refunds.js")).RefundsPage)
