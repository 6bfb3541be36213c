import type { OnchainBillingResponse } from "../../../../types/http"
import { viewBilling } from "../../../../workflows/finance/queries/balances"
import { answerRead } from "../answer-action"

export const GET = answerRead<OnchainBillingResponse>(async (req) => ({
  billing: await viewBilling(req.scope),
}))
