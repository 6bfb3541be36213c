import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainDepositSyncResponse } from "../../../types/http"
import { explainUnreachable } from "../../transaction/steps/unreachable-service"
import { linkDeposits } from "./announce-deposit"
import { depositListeners } from "./deposit-listeners"

export const syncDepositsStepId = "sync-onchain-deposits"

const LOCK_KEY = "onchain:sync-deposits"
/** Longest wait for a run of another process, in seconds. */
const LOCK_TIMEOUT_S = 20

/** Brings the mirror of deposits up to date from the service's lists. Safe to cut off and to repeat. */
export const syncDepositsStep = createStep(
  syncDepositsStepId,
  async (input: { is_forced: boolean }, { container }) => {
    const { sync } = container.resolve("onchain").deposits
    if (!input.is_forced && (await sync.isUnderWay()))
      return new StepResponse<OnchainDepositSyncResponse>({ syncs: [] })
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const run = () => sync.run(depositListeners(container), { isForced: input.is_forced })
    const results = await container
      .resolve(Modules.LOCKING)
      .execute([LOCK_KEY], run, { timeout: LOCK_TIMEOUT_S })
      .catch(explainUnreachable)
    await linkDeposits(container)
    for (const { name, seen, changed } of results)
      if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
    return new StepResponse<OnchainDepositSyncResponse>({
      syncs: results.map(({ name, hasRun, seen, changed }) => ({ name, has_run: hasRun, seen, changed })),
    })
  }
)
