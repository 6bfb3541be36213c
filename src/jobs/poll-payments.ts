import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcilePayments } from "../workflows/payment/workers/poll-payments"
import { findDepositInvoices } from "../workflows/payment/workers/deposit-invoices"
import { followUpOrders } from "../workflows/payment/workers/follow-up-orders"
import { runJob } from "../workflows/worker"

export default async function pollPayments(container: MedusaContainer): Promise<void> {
  const storeDueStatuses = () => container.resolve("onchain").payments.storeDueStatuses()
  await runJob(container, config, [reconcilePayments, findDepositInvoices, followUpOrders, storeDueStatuses])
}

export const config = {
  name: "onchain-poll-payments",
  schedule: "*/10 * * * * *",
}
