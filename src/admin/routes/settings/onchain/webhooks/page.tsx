import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.webhooks")
export { WebhooksPage as default } from "../../../../inbox/webhooks-page"
