/** Screens of payments, downloaded together. */
export { OrderBox } from "../payment/order/order-box"
export { PaymentPage } from "../payment/payment-page"
export { PaymentsPage } from "../payment/payments-page"
