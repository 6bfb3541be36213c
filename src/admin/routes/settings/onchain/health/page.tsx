import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.health")
export { HealthPage as default } from "../../../../health/health-page"
