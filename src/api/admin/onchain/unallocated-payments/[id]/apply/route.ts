import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../../types/http"
import type { Conflict } from "../../../answer-action"
import { answerResolution } from "../../answer-resolution"
import type { ApplyPaymentBody } from "../../middlewares"

export async function POST(
  req: AuthenticatedMedusaRequest<ApplyPaymentBody>,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>
): Promise<void> {
  await answerResolution(req, res, { resolution: "apply", order_id: req.validatedBody.order_id })
}
