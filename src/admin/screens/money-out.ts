/** Screens of money that leaves, downloaded together. */
export { DestinationsPage } from "../payout/destination/destinations-page"
export { SplitsPage } from "../payout/splits-page"
export { WithdrawalsPage } from "../payout/withdrawals-page"
export { RefundsPage } from "../refund/refunds-page"
export { RefundOrder } from "../refund/refund-order"
