import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../../types/http"
import type { Conflict } from "../../../answer-action"
import { answerResolution } from "../../answer-resolution"

/** Moves nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>
): Promise<void> {
  await answerResolution(req, res, { resolution: "refund_due" })
}
