/**
 * The payment service, readable and usable without Medusa.
 *
 * @see service-interface
 */
export * from "./address"
export * from "./amount"
export * from "./asset"
export * from "./assumptions"
export { createCatalog } from "./client/catalog"
export type { Catalog, CatalogOptions, CatalogSnapshot } from "./client/catalog"
export type { AttemptReport } from "./client/attempt-report"
export type { GatewayClientOptions } from "./client/client-options"
export { GatewayError, LOCAL_ERROR_CODES } from "./client/errors"
export type { CallOutcome, LocalErrorCode } from "./client/errors"
export { createGatewayClient } from "./client/gateway-client"
export type { GatewayClient } from "./client/gateway-client"
export { collect, findInList, readList, rowsOf } from "./client/pages"
export type { Found, ListEnd, ListGap, Listing, ListPage, ListRead } from "./client/pages"
export type { Mutation } from "./client/resources/mutation"
export { MAX_RETRY_AFTER_MS } from "./client/retry"
export * from "./contract"
export * from "./signature"
