/** The dialog that refunds an order, downloaded when it is opened. */
export { RefundOrder } from "../refund/refund-order"
