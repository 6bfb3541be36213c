import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainUnallocatedPaymentResponse } from "../../../../types/http"
import type { ResolvePaymentInput } from "../../../../workflows/unallocated-payment/steps/claim-resolution"
import { resolveUnallocatedPaymentWorkflow } from "../../../../workflows/unallocated-payment/workflows/resolve-unallocated-payment"
import { viewUnallocatedPaymentWorkflow } from "../../../../workflows/unallocated-payment/workflows/view-unallocated-payment"
import { type Conflict, isConflict } from "../conflict"

/** Carries out a choice and answers with the payment as it is then, or with who was faster. */
export async function answerResolution(
  container: MedusaContainer,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>,
  input: ResolvePaymentInput
): Promise<void> {
  try {
    await resolveUnallocatedPaymentWorkflow(container).run({ input })
  } catch (error) {
    if (!isConflict(error)) throw error
    res.status(409).json({ type: error.type, message: error.message })
    return
  }
  const { result: payment } = await viewUnallocatedPaymentWorkflow(container).run({
    input: { payment_id: input.payment_id },
  })
  res.json({ payment })
}
