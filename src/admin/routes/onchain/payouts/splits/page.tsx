import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.splits", "onchain_withdrawal:read")

export default lazyPage(async () => (await import("../../../../screens/money-out.js")).SplitsPage)
