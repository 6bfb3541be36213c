import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.transactions", "onchain_book:read")
export { TransactionsPage as default } from "../../../../finance/transactions-page"
