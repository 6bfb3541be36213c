/** Screens of payments and deposits, downloaded together. */
export { CustomerBox } from "../deposit/customer-box"
export { DepositsPage } from "../deposit/deposits-page"
export { OrderBox } from "../payment/order/order-box"
export { PaymentPage } from "../payment/payment-page"
export { PaymentsPage } from "../payment/payments-page"
export { UnmatchedPage } from "../payment/unmatched-page"
