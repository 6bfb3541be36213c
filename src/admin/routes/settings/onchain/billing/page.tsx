import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.billing", "onchain_billing:read")

export default lazyPage(async () => (await import("../../../../screens/settings.js")).BillingPage)
