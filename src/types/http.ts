/** What the store and admin APIs answer, one file per noun: the contract with storefronts and the dashboard. */
export * from "./http/checkout"
export * from "./http/customers"
export * from "./http/deliveries"
export * from "./http/deposits"
export * from "./http/health"
export * from "./http/unallocated-payments"
