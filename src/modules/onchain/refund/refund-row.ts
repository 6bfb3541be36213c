import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainRefund from "../models/refund"

export const REFUND = "refund"

export type RefundRow = InferTypeOf<typeof OnchainRefund>
