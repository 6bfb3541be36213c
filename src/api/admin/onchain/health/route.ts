import type { OnchainHealthResponse } from "../../../../types/http"
import { checkHealth } from "../../../../workflows/health/queries/check-health"
import { answerRead } from "../answer-action"

export const GET = answerRead<OnchainHealthResponse>((req) => checkHealth(req.scope))
