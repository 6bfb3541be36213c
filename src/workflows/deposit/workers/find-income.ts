import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { duringRun, isUnavailable, type SyncCount } from "../../../modules/onchain/work/sync-runs"
import { inTime } from "../../../modules/onchain/work/claim"
import type { OnchainIncomeSyncResponse } from "../../../types/http"

const STATUSES = ["paid", "overpaid"] as const
/** Webhooks report income, and so does the search for the deposits of intents; only what both missed waits. */
const QUICK_PAUSE_MS = 6 * 3_600_000
/** Guesses that the newest come first, as for transactions; the whole list once a day, and each report, find what is further back. */
const QUIET_PAGES = 3
const WHOLE_PAUSE_MS = 24 * 3_600_000
/** A request waits no longer than this; the reading continues. */
const PATIENCE_MS = 20_000
const CHUNK = 100

/** Reads the settled invoices for those without an order, for an operator. @throws MedusaError when the provider does not answer */
export async function findIncome(container: MedusaContainer): Promise<OnchainIncomeSyncResponse> {
  const count = { seen: 0, changed: 0 }
  const reading = readInvoices(container, 0, count)
  const hasRun = await inTime(reading, PATIENCE_MS).catch(explainUnreachable)
  return { has_run: hasRun ?? true, ...count }
}

/** The same for the job, every six hours. */
export async function findMissedIncome(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const count = { seen: 0, changed: 0 }
  try {
    await readInvoices(container, QUICK_PAUSE_MS, count)
    const { seen, changed } = count
    if (changed > 0) logger.info(`onchain: income without an order: ${seen} invoices read, ${changed} new`)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    logger.warn(`onchain: income without an order could not be looked for, again later: ${reasonOf(error)}`)
  }
}

/**
 * The whole lists when they are due, else as far as they have anything new. One call per page, within the rate. A store whose
 * customers have no addresses makes none.
 *
 * @returns false while another process does it, or too soon after the last
 */
async function readInvoices(container: MedusaContainer, pauseMs: number, count: SyncCount): Promise<boolean> {
  const { gateway, deposits, finance, syncRuns } = container.resolve("onchain")
  if (!(await deposits.income.isPossible())) return false
  const read = async (name: "income" | "income_all", status: (typeof STATUSES)[number]) => {
    let quiet = 0
    await finance.limiter.take()
    for await (const { rows, end } of gateway.listInvoices({ status })) {
      let added = 0
      for (let from = 0; from < rows.length; from += CHUNK)
        added += (await deposits.income.record(rows.slice(from, from + CHUNK))).added
      count.seen += rows.length
      count.changed += added
      await syncRuns.progress(name, count)
      quiet = added === 0 ? quiet + 1 : 0
      if (end !== null || (name === "income" && quiet === QUIET_PAGES)) return
      await finance.limiter.take()
    }
  }
  const run = (name: "income" | "income_all", leastMs: number) =>
    duringRun(syncRuns, name, leastMs, async () => {
      for (const status of STATUSES) await read(name, status)
      return count
    })
  return ((await run("income_all", WHOLE_PAUSE_MS)) ?? (await run("income", pauseMs))) !== null
}
