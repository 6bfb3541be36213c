import type { OnchainPayoutAccessResponse } from "../../../../types/http"
import { viewPayoutAccess } from "../../../../workflows/payout/payout-access"
import { actorOf, answerRead } from "../answer-action"

export const GET = answerRead<OnchainPayoutAccessResponse>(async (req) => ({
  payouts: await viewPayoutAccess(req.scope, actorOf(req)),
}))
