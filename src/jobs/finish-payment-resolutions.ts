import type { MedusaContainer } from "@medusajs/framework/types"
import { finishPaymentResolutionsWorkflow } from "../workflows/unallocated-payment/workflows/finish-payment-resolutions"

/** Finishes what an admin chose for unallocated money and a process that died did not carry out. */
export default async function finishPaymentResolutions(container: MedusaContainer): Promise<void> {
  await finishPaymentResolutionsWorkflow(container).run()
}

export const config = {
  name: "onchain-finish-payment-resolutions",
  schedule: "*/10 * * * * *",
}
