import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.transactions")
export { ReviewTransactionsPage as default } from "../../../../finance/transactions-page"
