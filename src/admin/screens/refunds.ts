/** Screens of refunds, downloaded together. */
export { RefundsPage } from "../refund/refunds-page"
