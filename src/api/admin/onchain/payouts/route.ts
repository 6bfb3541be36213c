import type { OnchainPayoutAccessResponse } from "../../../../types/http"
import { viewPayoutAccess } from "../../../../workflows/payout/queries/view-payout-access"
import { actorOf, answerRead } from "../answer-action"

export const GET = answerRead<OnchainPayoutAccessResponse>(async (req) => ({
  payouts: await viewPayoutAccess(req.scope, actorOf(req)),
}))
