import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = breadcrumb("menu.transactions", "onchain_book:read")

export default lazyPage(async () => (await import("../../../../screens/books.js")).TransactionsPage)
