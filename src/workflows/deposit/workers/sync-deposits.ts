import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Deposit } from "../../../gateway/contract"
import { isConfirmed } from "../../../modules/onchain/deposit/deposit-row"
import { depositSyncOf, type SyncListeners } from "./deposit-sync"
import { exclusivelyBy } from "../../../modules/onchain/work/locks"
import type { OnchainDepositSyncResponse } from "../../../types/http"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"

const LOCK_KEY = "onchain:sync-deposits"
/** Seconds to wait for a run of another process. */
const WAIT_S = 20

/**
 * Reads the service's deposits, for the job and for an operator who does not want to wait.
 *
 * Safe to interrupt and to repeat.
 */
export async function syncDeposits(
  container: MedusaContainer,
  input: { is_forced: boolean }
): Promise<OnchainDepositSyncResponse> {
  const sync = depositSyncOf(container)
  if (!input.is_forced && (await sync.isUnderWay())) return { syncs: [] }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const run = () => sync.run(depositListeners(container), { isForced: input.is_forced })
  const results = await exclusivelyBy(container.resolve(Modules.LOCKING), WAIT_S)(LOCK_KEY, run).catch(
    explainUnreachable
  )
  const { deposits, payments } = container.resolve("onchain")
  await deposits.links.linkAndQueue(payments)
  for (const { name, seen, changed } of results)
    if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
  return {
    syncs: results.map(({ name, hasRun, seen, changed }) => ({ name, has_run: hasRun, seen, changed })),
  }
}

type DepositEvent = { event: string; deposit: Deposit }

/**
 * Stores what an event reports about a deposit, and checks it in the service's lists. Only they move it: a
 * signature proves the sender, not the content.
 *
 * @throws GatewayError when the lists cannot be read; the inbox then tries again
 */
export async function recordDepositEvent(container: MedusaContainer, { event, deposit }: DepositEvent) {
  const { mirror, store } = container.resolve("onchain").deposits
  const reported = await mirror.report(event, deposit)
  if (!isConfirmed(reported)) await depositSyncOf(container).confirmReported(depositListeners(container))
  const row = await store.mustFind(reported.id)
  return { deposit_id: row.id, state: row.state, is_confirmed: isConfirmed(row) }
}

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
