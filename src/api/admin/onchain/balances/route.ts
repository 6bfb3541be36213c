import type { OnchainBalanceListResponse } from "../../../../types/http"
import { listBalances } from "../../../../workflows/finance/queries/balances"
import { answerRead } from "../answer-action"

export const GET = answerRead<OnchainBalanceListResponse>((req) => listBalances(req.scope))
