import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.webhooks", "onchain_webhook:read")

export default lazyPage(async () => (await import("../../../../screens/settings.js")).WebhooksPage)
