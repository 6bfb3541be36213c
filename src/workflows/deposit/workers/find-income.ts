import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { isUnavailable } from "../../../modules/onchain/work/gateway-load"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import type { OnchainIncomeSyncResponse } from "../../../types/http"

const STATUSES = ["paid", "overpaid"] as const
/** Webhooks report income, and so does the search for the deposits of intents; only what both missed waits. */
const PAUSE_MS = 6 * 3_600_000
const CHUNK = 100

/** Reads the settled invoices for those without an order, for an operator. @throws MedusaError when the provider does not answer */
export function findIncome(
  container: MedusaContainer,
  { pauseMs = 0 } = {}
): Promise<OnchainIncomeSyncResponse> {
  return readInvoices(container, pauseMs).catch(explainUnreachable)
}

/** The same for the job, every six hours. */
export async function findMissedIncome(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const { seen, changed } = await readInvoices(container, PAUSE_MS)
    if (changed > 0) logger.info(`onchain: income without an order: ${seen} invoices read, ${changed} new`)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    logger.warn(`onchain: income without an order could not be looked for, again later: ${reasonOf(error)}`)
  }
}

/** One call per page, within the rate. A store whose customers have no addresses makes none. */
async function readInvoices(container: MedusaContainer, pauseMs: number): Promise<OnchainIncomeSyncResponse> {
  const { gateway, deposits, finance, syncRuns } = container.resolve("onchain")
  const count = { seen: 0, changed: 0 }
  if (!(await deposits.income.isPossible())) return { has_run: false, ...count }
  const read = await duringRun(syncRuns, "income", pauseMs, async () => {
    for (const status of STATUSES) {
      await finance.limiter.take()
      for await (const { rows, end } of gateway.listInvoices({ status })) {
        for (let from = 0; from < rows.length; from += CHUNK)
          count.changed += (await deposits.income.record(rows.slice(from, from + CHUNK))).added
        count.seen += rows.length
        await syncRuns.progress("income", count)
        if (end === null) await finance.limiter.take()
      }
    }
    return count
  })
  return { has_run: read !== null, ...count }
}
