import { approveRefundAddressWorkflow } from "../../../../../../../../workflows/refund/refund-address"
import { refundAction } from "../../../../answer-refund"
import type { ApproveAddressBody } from "../../../../middlewares"

/** Makes a destination for this refund only. Nothing moves. */
export const POST = refundAction<ApproveAddressBody>(
  async (container, input) => (await approveRefundAddressWorkflow(container).run({ input })).result
)
