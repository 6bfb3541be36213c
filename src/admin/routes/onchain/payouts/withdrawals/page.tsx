import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.withdrawals")
export { WithdrawalsPage as default } from "../../../../payout/withdrawals-page"
