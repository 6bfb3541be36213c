import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.unmatched", "onchain_payment:read")

export default lazyPage(async () => (await import("../../../../screens/review.js")).UnmatchedPage)
