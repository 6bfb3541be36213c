import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../../types/http"
import type { Conflict } from "../../../answer-action"
import { answerResolution } from "../../answer-resolution"
import type { KeepPaymentBody } from "../../middlewares"

export async function POST(
  req: AuthenticatedMedusaRequest<KeepPaymentBody>,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>
): Promise<void> {
  await answerResolution(req, res, { resolution: "keep", note: req.validatedBody.note })
}
