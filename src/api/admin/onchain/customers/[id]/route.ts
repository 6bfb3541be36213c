import type { OnchainCustomerResponse } from "../../../../../types/http"
import { viewDepositCustomer } from "../../../../../workflows/deposit/queries/view-deposits"
import { answerRead } from "../../answer-action"

/** Addresses and deposits in review of a Medusa customer. */
export const GET = answerRead<OnchainCustomerResponse>(async (req, id) => ({
  customer: await viewDepositCustomer(req.scope, id),
}))
