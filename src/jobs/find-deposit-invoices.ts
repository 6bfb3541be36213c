import type { MedusaContainer } from "@medusajs/framework/types"
import { findDepositInvoicesWorkflow } from "../workflows/payment/workflows/find-deposit-invoices"

/** Looks for deposits to intents that no webhook has told of. */
export default async function findDepositInvoices(container: MedusaContainer): Promise<void> {
  await findDepositInvoicesWorkflow(container).run()
}

export const config = {
  name: "onchain-find-deposit-invoices",
  schedule: "*/15 * * * * *",
}
