import type { OnchainSetupResponse } from "../../../../types/http"
import { viewSetup } from "../../../../workflows/health/queries/view-setup"
import { answerRead } from "../answer-action"
import { originOf } from "./request-origin"

export const GET = answerRead<OnchainSetupResponse>(async (req) => ({
  setup: await viewSetup(req.scope, { origin: originOf(req) }),
}))
