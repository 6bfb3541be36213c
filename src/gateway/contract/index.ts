export * from "./catalog"
export * from "./deposit"
export * from "./endpoints"
export * from "./events"
export * from "./finance"
export * from "./invoice"
export { identify, restoreId, statusToTheirs, toRecord, unwrapList, unwrapResource } from "./records"
export { wrapList, wrapResource, writtenStatus } from "./records"
export type {
  ReadPage,
  ReportUnreadable,
  ResourceKind,
  UnreadableField,
  WirePage,
  WireRecord,
} from "./records"
export * from "./wire"
export * from "./withdrawal"
