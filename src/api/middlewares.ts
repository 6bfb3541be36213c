import {
  authenticate,
  defineMiddlewares,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { deliveryMiddlewares } from "./admin/onchain/deliveries/middlewares"
import { depositMiddlewares } from "./admin/onchain/deposits/middlewares"
import { destinationMiddlewares } from "./admin/onchain/destinations/middlewares"
import { paymentMiddlewares } from "./admin/onchain/payments/middlewares"
import { healthMiddlewares } from "./admin/onchain/health/middlewares"
import { payoutGateMiddlewares } from "./admin/onchain/payout-gate"
import { bulkPolicyMiddleware, onchainPolicyRoutes } from "./admin/onchain/policies"
import { refundMiddlewares } from "./admin/onchain/refunds/middlewares"
import { reportMiddlewares } from "./admin/onchain/reports/middlewares"
import { transactionMiddlewares } from "./admin/onchain/transactions/middlewares"
import { unallocatedPaymentMiddlewares } from "./admin/onchain/unallocated-payments/middlewares"
import { withdrawalMiddlewares } from "./admin/onchain/withdrawals/middlewares"
import {
  guardAuthorization,
  guardCancellation,
  guardCapture,
  guardMarkAsPaid,
  guardRefund,
} from "./admin/orders/guard-order"
import { addPayments } from "./admin/search/add-payments"
import { checkPath, guardPageLink, requireJson, noteCheckoutRequest } from "./request-guards"
import { payMiddlewares } from "./onchain/pay/middlewares"
import { refundPageMiddlewares } from "./onchain/refund/middlewares"
import { closeCoreRoute } from "./hooks/onchain/refusal"
import {
  addressParams,
  attemptBody,
  pageLinkBody,
  claimBody,
  paymentParams,
  paymentOptionsParams,
} from "./store/validators"
import { limitCalls, limitOpenings } from "./store/limit-openings"

export default defineMiddlewares({
  routes: [
    // The route reads the raw bytes itself: nothing is parsed before the signature is verified.
    { matcher: "/hooks/onchain", methods: ["POST"], bodyParser: false },
    // Refused unread.
    { matcher: "/hooks/payment/onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/payment/pp_onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/payment/:provider", methods: ["POST"], middlewares: [closeCoreRoute] },
    { matcher: "/store", middlewares: [noteCheckoutRequest] },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [limitOpenings],
    },
    { matcher: "/onchain", middlewares: [guardPageLink, checkPath] },
    ...payMiddlewares,
    ...refundPageMiddlewares,
    { matcher: "/store/onchain", middlewares: [checkPath, requireJson] },
    { matcher: "/admin/onchain", middlewares: [checkPath, requireJson] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [guardCancellation] },
    {
      matcher: "/admin/orders/:id/payment-sessions/authorize",
      methods: ["POST"],
      middlewares: [guardAuthorization],
    },
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [guardCapture] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [guardRefund] },
    {
      matcher: "/admin/payment-collections/:id/mark-as-paid",
      methods: ["POST"],
      middlewares: [guardMarkAsPaid],
    },
    {
      matcher: "/admin/search",
      methods: ["GET"],
      middlewares: [authenticate("user", ["session", "bearer", "api-key"]), addPayments],
    },
    {
      matcher: "/store/onchain/addresses",
      methods: ["GET"],
      middlewares: [
        authenticate("customer", ["session", "bearer"]),
        limitCalls,
        validateAndTransformQuery(addressParams, {}),
      ],
    },
    {
      matcher: "/store/onchain/page-links",
      methods: ["POST"],
      middlewares: [
        authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }),
        validateAndTransformBody(pageLinkBody),
      ],
    },
    {
      matcher: "/store/onchain/payments/:session_id",
      methods: ["GET"],
      middlewares: [
        authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }),
        validateAndTransformQuery(paymentParams, {}),
      ],
    },
    {
      matcher: "/store/onchain/payments/:session_id/attempts",
      methods: ["POST"],
      middlewares: [
        authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }),
        limitCalls,
        validateAndTransformBody(attemptBody),
      ],
    },
    {
      matcher: "/store/onchain/payments/:session_id/claims",
      methods: ["POST"],
      middlewares: [
        authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }),
        validateAndTransformBody(claimBody),
      ],
    },
    {
      matcher: "/store/onchain/payment-options",
      methods: ["GET"],
      middlewares: [validateAndTransformQuery(paymentOptionsParams, {})],
    },
    // Before the validators: a caller without permission learns nothing.
    ...onchainPolicyRoutes,
    bulkPolicyMiddleware,
    ...payoutGateMiddlewares,
    ...deliveryMiddlewares,
    ...depositMiddlewares,
    ...destinationMiddlewares,
    ...refundMiddlewares,
    ...reportMiddlewares,
    ...healthMiddlewares,
    ...transactionMiddlewares,
    ...paymentMiddlewares,
    ...unallocatedPaymentMiddlewares,
    ...withdrawalMiddlewares,
  ],
})
