import type { OnchainOverviewResponse } from "../../../../types/http"
import { viewOverview } from "../../../../workflows/health/queries/view-overview"
import { answerRead } from "../answer-action"
import { attentionReaderOf } from "../attention-reader"

export const GET = answerRead<OnchainOverviewResponse>(async (req) =>
  viewOverview(req.scope, await attentionReaderOf(req))
)
