import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainRefund from "../models/refund"

/** What audit entries of refunds are about. */
export const REFUND = "refund"

/** A row of `onchain_refund` as the database returns it. */
export type RefundRow = InferTypeOf<typeof OnchainRefund>

/** The refund of what came on top of a payment. */
export const surplusRefundId = (paymentId: string) => `surplus_${paymentId}`
/** The refund of a whole further deposit, by the invoice that the provider made from it. */
export const extraRefundId = (invoiceId: string) => `extra_${invoiceId}`
/** The refund of money that had no order to go to. */
export const unallocatedRefundId = (paymentId: string) => `unallocated_${paymentId}`
