/** Compares a service with what the plugin assumes, and proposes settings. */
export { capturedDeliverySchema, type CapturedDelivery } from "./find-signature"
export type { Remark } from "./findings"
export { probeService, type ProbeOptions, type ProbeReport } from "./probe"
export type { ProbedEndpoint } from "./raw-calls"
