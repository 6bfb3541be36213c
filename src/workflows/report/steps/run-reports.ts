import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { listCaptures } from "./list-captures"

export const runReportsStepId = "run-onchain-reports"

/** Makes the reports that wait, one after another. Safe to cut off and to repeat: each begins again. */
export const runReportsStep = createStep(runReportsStepId, async (_: void, { container }) => {
  const { runner } = container.resolve("onchain").books.reports
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const made: string[] = []
  for (;;) {
    const id = await runner.run((from) => listCaptures(container, from))
    if (id === null) break
    logger.info(`onchain: report ${id} was worked on`)
    made.push(id)
  }
  return new StepResponse({ made })
})
