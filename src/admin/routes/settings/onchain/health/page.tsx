import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.health", "onchain_health:read")

export default lazyPage(async () => (await import("../../../../screens/settings.js")).HealthPage)
