import { declineRefundAddress } from "../../../../../../../../workflows/refund/refund-address"
import { refundAction } from "../../../../answer-refund"
import type { DeclineAddressBody } from "../../../../middlewares"

/** Nothing moves; the shopper may propose another address while the link is open. */
export const POST = refundAction<DeclineAddressBody>((container, input) =>
  declineRefundAddress(container, input)
)
