import { changeSettings } from "../business/settings-change"
import { failNextRefund } from "../deposits/refund-deposit"
import type { SandboxControl } from "../sandbox"
import { failWithdrawal, rejectDestination, requireMemo } from "../withdrawals/withdrawal-control"
import type { WorldHost } from "../world-host"

type MoneyControl = Pick<
  SandboxControl,
  "failRefund" | "rejectDestination" | "requireMemo" | "failWithdrawal" | "settings" | "changeSettings"
>

/** What happens to money on its way out, and what the business has set. */
export function moneyControl(host: WorldHost): MoneyControl {
  const world = () => host.current()
  return {
    failRefund: (depositId) => failNextRefund(world(), depositId),
    rejectDestination: (address) => rejectDestination(world(), address),
    requireMemo: (address) => requireMemo(world(), address),
    async failWithdrawal(withdrawalId) {
      failWithdrawal(world(), withdrawalId)
      await world().webhooks.idle()
    },
    settings: () => ({ ...world().business }),
    changeSettings: (settings) => ({ ...changeSettings(world(), settings) }),
  }
}
