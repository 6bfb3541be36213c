import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainUnallocatedPaymentResponse } from "../../../../types/http"
import { viewUnallocatedPayment } from "../../../../workflows/payment/queries/view-unallocated-payments"
import type { ResolvePaymentInput } from "../../../../workflows/payment/resolve-unallocated-payment"
import { resolveUnallocatedPaymentWorkflow } from "../../../../workflows/payment/resolve-unallocated-payment"
import { answerAction, type Conflict } from "../answer-action"

export function answerResolution(
  container: MedusaContainer,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>,
  input: ResolvePaymentInput
): Promise<void> {
  return answerAction<{ payment_id: string; is_pending?: boolean }, OnchainUnallocatedPaymentResponse>(
    res,
    () => resolveUnallocatedPaymentWorkflow(container).run({ input }),
    async ({ payment_id }) => ({ payment: await viewUnallocatedPayment(container, payment_id) })
  )
}
