/**
 * What the store and admin APIs answer, one file per noun: the contract with storefronts and the dashboard.
 */
export * from "./http/payout"
export * from "./http/finance"
export * from "./http/payment"
export * from "./http/address"
export * from "./http/explorer"
export * from "./http/checkout"
export * from "./http/deposit"
export * from "./http/inbox"
export * from "./http/health"
export * from "./http/history"
export * from "./http/refund"
export * from "./http/refund-address"
export * from "./http/message"
