/** Screens of refunds, downloaded together. */
export { RefundsPage } from "../refund/refunds-page"
export { RefundOrder } from "../refund/refund-order"
