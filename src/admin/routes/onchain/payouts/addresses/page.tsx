import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.addresses", "onchain_destination:read")
export { DestinationsPage as default } from "../../../../payout/destination/destinations-page"
