import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcilePaymentsWorkflow } from "../workflows/payment/workflows/reconcile-payments"

/** Asks the service for payments that no webhook has told of. */
export default async function reconcilePayments(container: MedusaContainer): Promise<void> {
  await reconcilePaymentsWorkflow(container).run()
}

export const config = {
  name: "onchain-reconcile-payments",
  schedule: "*/10 * * * * *",
}
