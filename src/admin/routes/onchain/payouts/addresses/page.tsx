import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.addresses", "onchain_destination:read")

export default lazyPage(async () => (await import("../../../../screens/money-out.js")).DestinationsPage)
