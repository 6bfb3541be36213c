import { WorkflowManager } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const PAUSE_MS = 1_000
const STEP_MS = 50

/** The plugin's scheduled jobs, which Medusa keeps as workflows. */
const jobNames = () =>
  [...WorkflowManager.getWorkflows().keys()].filter((id) => id.startsWith("job-onchain-"))

/** Runs the plugin's jobs in rounds, so that no story waits for the clock. */
export function startJobRounds(container: MedusaContainer): () => Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  let isEnding = false
  const rounds = async () => {
    while (!isEnding) {
      // A failed job is logged, and retried in the next round.
      for (const name of jobNames()) await engine.run(name, { throwOnError: false })
      for (let waitedMs = 0; !isEnding && waitedMs < PAUSE_MS; waitedMs += STEP_MS)
        await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }
  const ended = rounds()
  return () => {
    isEnding = true
    return ended
  }
}
