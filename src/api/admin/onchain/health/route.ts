import type { OnchainHealthResponse } from "../../../../types/http"
import { checkHealth, runProbe } from "../../../../workflows/health/check-health"
import { answerRead } from "../answer-action"
import type { HealthParams } from "./middlewares"

export const GET = answerRead<OnchainHealthResponse>(async ({ scope, validatedQuery }) => {
  const { probe } = validatedQuery as HealthParams
  if (probe !== "true") return checkHealth(scope)
  // First the probe: the checks then tell what it met.
  const result = await runProbe(scope)
  return { ...(await checkHealth(scope)), probe: result }
})
