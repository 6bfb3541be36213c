import type { MedusaContainer } from "@medusajs/framework/types"
import { finishDepositActionsWorkflow } from "../workflows/deposit/workers/finish-deposit-actions"
import { notifyShoppersWorkflow } from "../workflows/payment/workers/notify-shoppers"
import { finishPaymentResolutionsWorkflow } from "../workflows/payment/workers/finish-resolutions"
import { finishWithdrawalsWorkflow } from "../workflows/payout/workers/finish-withdrawals"
import { checkWithdrawalsWorkflow } from "../workflows/payout/workers/follow-withdrawals"
import { runEach } from "../workflows/run-each"

export default async function finishActions(container: MedusaContainer): Promise<void> {
  await runEach([
    () => finishDepositActionsWorkflow(container).run(),
    () => finishPaymentResolutionsWorkflow(container).run(),
    () => finishWithdrawalsWorkflow(container).run(),
    () => checkWithdrawalsWorkflow(container).run(),
    () => container.resolve("onchain").outboxPublisher.publish(),
    () => notifyShoppersWorkflow(container).run(),
  ])
}

export const config = {
  name: "onchain-finish-actions",
  schedule: "*/10 * * * * *",
}
