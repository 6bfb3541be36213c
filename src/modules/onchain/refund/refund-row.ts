import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainRefund from "../models/refund"

export const REFUND = "refund"

export type RefundRow = InferTypeOf<typeof OnchainRefund>

export const surplusRefundId = (paymentId: string) => `surplus_${paymentId}`
/** The refund of a whole further deposit, by the invoice that the provider made from it. */
export const extraRefundId = (invoiceId: string) => `extra_${invoiceId}`
/** The refund of an attempt that was not captured. */
export const attemptRefundId = (attemptId: string) => `attempt_${attemptId}`
export const unallocatedRefundId = (paymentId: string) => `unallocated_${paymentId}`
