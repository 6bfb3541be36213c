/** Screens of withdrawals and their addresses, downloaded together. */
export { DestinationsPage } from "../payout/destination/destinations-page"
export { SplitsPage } from "../payout/splits-page"
export { WithdrawalsPage } from "../payout/withdrawals-page"
