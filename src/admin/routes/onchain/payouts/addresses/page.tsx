import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.addresses")
export { DestinationsPage as default } from "../../../../payout/destination/destinations-page"
