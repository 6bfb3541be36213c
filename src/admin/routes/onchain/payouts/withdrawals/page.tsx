import { breadcrumb } from "../../../../ui/texts"

export const handle = breadcrumb("menu.withdrawals", "onchain_withdrawal:read")
export { WithdrawalsPage as default } from "../../../../payout/withdrawals-page"
