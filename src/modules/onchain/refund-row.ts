import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainRefund from "./models/refund"

/** What audit entries of refunds are about. */
export const REFUND = "refund"

/** A row of `onchain_refund` as the database returns it. */
export type RefundRow = InferTypeOf<typeof OnchainRefund>
