import type { OnchainDepositResponse } from "../../../../../types/http"
import { viewDeposit } from "../../../../../workflows/deposit/queries/view-deposits"
import { answerRead } from "../../answer-action"

export const GET = answerRead<OnchainDepositResponse>(async (req, id) => ({
  deposit: await viewDeposit(req.scope, id),
}))
