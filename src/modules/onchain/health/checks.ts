import type { Logger } from "@medusajs/framework/types"
import type { OnchainHealthCheck } from "../../../types/http"
import type { Finding } from "./check-words"
import { type Facts, readFactsAtStart } from "./facts"
import { reasonOf } from "../work/audit-log"
import { SETUP_CHECKS } from "./setup-checks"
import { WORK_CHECKS } from "./work-checks"

/**
 * Every check by its id, in the order of the health page: what is wrong, and what to do; nothing where it has no meaning. The log at
 * start, setup, health, overview and the job that watches them read this table.
 */
const CHECKS = { ...SETUP_CHECKS, ...WORK_CHECKS }
type CheckId = keyof typeof CHECKS

const IDS = Object.keys(CHECKS).filter((id): id is CheckId => Object.hasOwn(CHECKS, id))

/** @returns the findings of every check, those that are in order too */
export function runChecks(facts: Facts): OnchainHealthCheck[] {
  return IDS.flatMap((id) => toView(id, CHECKS[id](facts)))
}

function toView(id: string, found: Finding | readonly Finding[] | null): OnchainHealthCheck[] {
  return [found ?? []].flat().map((finding) => ({ id, ...finding }))
}

/** Logs what keeps the plugin from working, shoppers from paying, or messages from leaving, as far as that is known without a call. */
export async function warnAtStart(
  onchain: Parameters<typeof readFactsAtStart>[0],
  logger: Pick<Logger, "warn">
): Promise<void> {
  try {
    const missing = await onchain.health.missingMigrations()
    if (missing.length > 0)
      logger.warn(
        `onchain: the database is of an older version, ${missing.join(", ")} did not run: run "medusa db:migrate" with this version and start again`
      )
    const facts = await readFactsAtStart(onchain)
    for (const finding of [CHECKS.rates(facts), CHECKS.notifications(facts)])
      if (finding && finding.status !== "ok") logger.warn(`onchain: ${finding.message}`)
  } catch (error) {
    // The health page reports it later.
    logger.warn(`onchain: the setup could not be checked at startup: ${reasonOf(error)}`)
  }
}
