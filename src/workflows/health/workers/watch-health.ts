import type { MedusaContainer } from "@medusajs/framework/types"
import { isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { checkHealth } from "../queries/check-health"

/** Each check costs a few calls of the provider. */
const EVERY_MS = 5 * 60_000

/**
 * Checks the health for the overview, which shows the last result, and reads the provider's balances for money that needs
 * recovery. In one process at a time.
 */
export async function watchHealthWhenDue(container: MedusaContainer): Promise<void> {
  const { finance, syncRuns } = container.resolve("onchain")
  await duringRun(syncRuns, "recovery", EVERY_MS, async () => {
    try {
      const { balances, isComplete } = await finance.balances.readListed()
      await finance.recovery.record(balances, isComplete)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    return {}
  })
  await duringRun(syncRuns, "health", EVERY_MS, () => checkHealth(container))
}
