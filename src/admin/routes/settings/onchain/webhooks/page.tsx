import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.webhooks", "onchain_webhook:read")
export { WebhooksPage as default } from "../../../../inbox/webhooks-page"
