import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainRefund from "./models/refund"

/** A row of `onchain_refund` as the database returns it. */
export type RefundRow = InferTypeOf<typeof OnchainRefund>
