import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { Deposit } from "../../../gateway/contract"
import { isConfirmed } from "../../../modules/onchain/deposit/deposit-row"
import { depositSyncOf, type SyncListeners } from "./deposit-sync"
import type { OnchainDepositSyncResponse } from "../../../types/http"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"

export const syncDepositsStepId = "sync-onchain-deposits"

const LOCK_KEY = "onchain:sync-deposits"
/** Seconds to wait for a run of another process. */
const LOCK_TIMEOUT_S = 20

/** Safe to interrupt and to repeat. */
const syncDepositsStep = createStep(
  syncDepositsStepId,
  async (input: { is_forced: boolean }, { container }) => {
    const sync = depositSyncOf(container)
    if (!input.is_forced && (await sync.isUnderWay()))
      return new StepResponse<OnchainDepositSyncResponse>({ syncs: [] })
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const run = () => sync.run(depositListeners(container), { isForced: input.is_forced })
    const results = await container
      .resolve(Modules.LOCKING)
      .execute([LOCK_KEY], run, { timeout: LOCK_TIMEOUT_S })
      .catch(explainUnreachable)
    const { deposits, payments } = container.resolve("onchain")
    await deposits.links.linkAndQueue(payments)
    for (const { name, seen, changed } of results)
      if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
    return new StepResponse<OnchainDepositSyncResponse>({
      syncs: results.map(({ name, hasRun, seen, changed }) => ({ name, has_run: hasRun, seen, changed })),
    })
  }
)

export const recordDepositEventStepId = "record-onchain-deposit-event"

type DepositEvent = { event: string; deposit: Deposit }

/**
 * Stores what an event reports about a deposit, and checks it in the service's lists. Only they move it: a
 * signature proves the sender, not the content.
 *
 * @throws GatewayError when the lists cannot be read; the inbox then tries again
 */
const recordDepositEventStep = createStep(
  recordDepositEventStepId,
  async ({ event, deposit }: DepositEvent, { container }) => {
    const { mirror, store } = container.resolve("onchain").deposits
    const reported = await mirror.report(event, deposit)
    if (!isConfirmed(reported)) await depositSyncOf(container).confirmReported(depositListeners(container))
    const row = await store.mustFind(reported.id)
    return new StepResponse({ deposit_id: row.id, state: row.state, is_confirmed: isConfirmed(row) })
  }
)

/** A short list is not worth a line a minute. */
const ROWS_PER_LINE = 1_000

/** Changed deposits are tied and queued, progress goes to the log. */
export function depositListeners(container: MedusaContainer): SyncListeners {
  const { deposits, payments } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return {
    onChange: ({ id }) => deposits.links.linkAndQueue(payments, id),
    onProgress: (name, { seen, changed }) => {
      if (seen % ROWS_PER_LINE === 0) logger.info(`onchain: ${name}: ${seen} read, ${changed} changed`)
    },
  }
}

export const syncDepositsWorkflowId = "sync-onchain-deposits"

/** Run by a job, and by an admin who does not want to wait. */
export const syncDepositsWorkflow = createWorkflow(
  syncDepositsWorkflowId,
  (input: { is_forced: boolean }) => {
    return new WorkflowResponse(syncDepositsStep(input))
  }
)

export const recordDepositEventWorkflowId = "record-onchain-deposit-event"

/** Safe to repeat, in any order. */
export const recordDepositEventWorkflow = createWorkflow(
  recordDepositEventWorkflowId,
  (input: DepositEvent) => {
    return new WorkflowResponse(recordDepositEventStep(input))
  }
)
