import { WorkflowManager } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const PAUSE_MS = 1_000

/** The plugin's scheduled jobs, which Medusa keeps as workflows. */
const jobNames = () =>
  [...WorkflowManager.getWorkflows().keys()].filter((id) => id.startsWith("job-onchain-"))

/**
 * Runs the plugin's jobs in rounds, so that no story waits for the clock.
 *
 * @returns stops the rounds and waits for the current one
 */
export function startJobRounds(container: MedusaContainer): () => Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const end = new AbortController()
  const rounds = async () => {
    while (!end.signal.aborted) {
      // A failed job is logged, and retried in the next round.
      for (const name of jobNames()) await engine.run(name, { throwOnError: false })
      await untilNextRound(end.signal)
    }
  }
  const ended = rounds()
  return () => {
    end.abort()
    return ended
  }
}

function untilNextRound(end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (end.aborted) return resolve()
    const timer = setTimeout(resolve, PAUSE_MS)
    end.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true })
  })
}
