import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Deposit } from "../../../gateway/contract"
import { isConfirmed } from "../../../modules/onchain/deposit-row"
import { depositListeners } from "./deposit-listeners"

export const recordDepositEventStepId = "record-onchain-deposit-event"

export type DepositEvent = { event: string; deposit: Deposit }

/**
 * Remembers what an event reports about a deposit, and looks at once in the lists of the service whether it is so. Only they
 * move it: a signature proves who sent the event, and not that it is true.
 *
 * @throws GatewayError when the lists cannot be read; the inbox then tries again
 */
export const recordDepositEventStep = createStep(
  recordDepositEventStepId,
  async ({ event, deposit }: DepositEvent, { container }) => {
    const { mirror, store, sync } = container.resolve("onchain").deposits
    const reported = await mirror.report(event, deposit)
    if (!isConfirmed(reported)) await sync.confirmReported(depositListeners(container))
    const row = await store.mustFind(reported.id)
    return new StepResponse({ deposit_id: row.id, state: row.state, is_confirmed: isConfirmed(row) })
  }
)
