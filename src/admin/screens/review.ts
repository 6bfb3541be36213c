/** Screens of money that waits for a decision, downloaded together. */
export { CustomerBox } from "../deposit/customer-box"
export { DepositsPage } from "../deposit/deposits-page"
export { UnmatchedPage } from "../payment/unmatched-page"
