import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.transactions")
export { TransactionsPage as default } from "../../../../finance/transactions-page"
