import type { MedusaContainer } from "@medusajs/framework/types"
import { finishDepositActions } from "../workflows/deposit/workers/sync-deposits"
import { finishPaymentResolutions, notifyShoppers } from "../workflows/payment/workers/follow-up-orders"
import { followLegs } from "../workflows/payout/workers/follow-legs"
import { checkWithdrawals, finishWithdrawals } from "../workflows/payout/workers/follow-withdrawals"
import { briefly, runJob } from "../workflows/worker"

export default async function finishActions(container: MedusaContainer): Promise<void> {
  await runJob(container, config, [
    finishDepositActions,
    finishPaymentResolutions,
    finishWithdrawals,
    checkWithdrawals,
    briefly(followLegs),
    (own) => own.resolve("onchain").outbox.publish(),
    notifyShoppers,
  ])
}

export const config = {
  name: "onchain-finish-actions",
  schedule: "*/10 * * * * *",
}
