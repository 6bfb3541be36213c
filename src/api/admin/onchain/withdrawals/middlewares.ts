import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import {
  acknowledgeWithdrawalBody,
  adoptWithdrawalBody,
  consentBody,
  endWithdrawalBody,
  requestWithdrawalBody,
  withdrawalListParams,
  writeOffWithdrawalBody,
} from "./validators"

const PATH = "/admin/onchain/withdrawals"

/** What is checked before the routes of withdrawals run. */
export const withdrawalMiddlewares: MiddlewareRoute[] = [
  {
    matcher: PATH,
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(withdrawalListParams, {})],
  },
  {
    matcher: PATH,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(requestWithdrawalBody)],
  },
  {
    matcher: `${PATH}/:id/confirm`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(consentBody)],
  },
  {
    matcher: `${PATH}/:id/approve`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(consentBody)],
  },
  {
    matcher: `${PATH}/:id/adopt`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(adoptWithdrawalBody)],
  },
  {
    matcher: `${PATH}/:id/write-off`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(writeOffWithdrawalBody)],
  },
  {
    matcher: `${PATH}/:id/end`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(endWithdrawalBody)],
  },
  {
    matcher: `${PATH}/:id/acknowledge`,
    methods: ["POST"],
    middlewares: [validateAndTransformBody(acknowledgeWithdrawalBody)],
  },
]
