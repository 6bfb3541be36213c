/**
 * What the store and admin APIs answer, one file per noun: the contract with storefronts and the dashboard.
 */
export * from "./http/payout"
export * from "./http/finance"
export * from "./http/payment"
export * from "./http/payment-status"
export * from "./http/payment-list"
export * from "./http/order"
export * from "./http/checkout"
export * from "./http/deposit"
export * from "./http/inbox"
export * from "./http/health"
export * from "./http/overview"
export * from "./http/refund"
export * from "./http/refund-address"
export * from "./http/setup"
export * from "./http/message"
export * from "./http/row"
