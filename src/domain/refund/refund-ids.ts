/** The refund of what a captured payment received beyond its amount. */
export const surplusRefundId = (paymentId: string) => `surplus_${paymentId}`
/** The refund of a whole further deposit, by the invoice that the provider made from it. */
export const extraRefundId = (invoiceId: string) => `extra_${invoiceId}`
/** The refund of an attempt that was not captured. */
export const attemptRefundId = (attemptId: string) => `attempt_${attemptId}`
/** The refund of held money that pays no order. */
export const unallocatedRefundId = (paymentId: string) => `unallocated_${paymentId}`
