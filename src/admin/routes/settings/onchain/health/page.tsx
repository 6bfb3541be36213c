import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.health", "onchain_health:read")
export { HealthPage as default } from "../../../../health/health-page"
