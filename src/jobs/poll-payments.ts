import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcilePaymentsWorkflow } from "../workflows/payment/workers/poll-payments"
import { findDepositInvoicesWorkflow } from "../workflows/payment/workers/find-deposit-invoices"
import { followUpOrdersWorkflow } from "../workflows/payment/workers/follow-up-orders"
import { runEach } from "../workflows/run-each"

export default async function pollPayments(container: MedusaContainer): Promise<void> {
  await runEach([
    () => reconcilePaymentsWorkflow(container).run(),
    () => findDepositInvoicesWorkflow(container).run(),
    () => followUpOrdersWorkflow(container).run(),
    () => container.resolve("onchain").payments.storeDueStatuses(),
  ])
}

export const config = {
  name: "onchain-poll-payments",
  schedule: "*/10 * * * * *",
}
