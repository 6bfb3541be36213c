import {
  authenticate,
  defineMiddlewares,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { bookMiddlewares } from "./admin/onchain/book-middlewares"
import { deliveryMiddlewares } from "./admin/onchain/deliveries/middlewares"
import { depositMiddlewares } from "./admin/onchain/deposits/middlewares"
import { destinationMiddlewares } from "./admin/onchain/destinations/middlewares"
import { unallocatedPaymentMiddlewares } from "./admin/onchain/payments/middlewares"
import { payoutGateMiddlewares } from "./admin/onchain/payout-gate"
import { onchainPolicyRoutes } from "./admin/onchain/policies"
import { refundMiddlewares } from "./admin/onchain/refunds/middlewares"
import { withdrawalMiddlewares } from "./admin/onchain/withdrawals/middlewares"
import {
  guardAuthorization,
  guardCancellation,
  guardCapture,
  guardMarkAsPaid,
} from "./admin/orders/guard-order"
import { checkPath } from "./check-path"
import { closeCoreRoute } from "./hooks/onchain/close-core-route"
import { guardPageLink } from "./onchain/page-answer"
import { addressParams } from "./store/onchain/addresses/validators"
import { pageLinkBody } from "./store/onchain/page-links/validators"
import { claimBody, paymentParams } from "./store/onchain/payments/[session_id]/validators"
import { limitCalls, limitOpenings } from "./store/limit-openings"
import { requireJson } from "./require-json"
import { welcomeShopper } from "./welcome-shopper"
import { paymentOptionsParams } from "./store/onchain/payment-options/validators"

export default defineMiddlewares({
  routes: [
    // The route reads the raw bytes itself: nothing is parsed before the signature is verified.
    { matcher: "/hooks/onchain", methods: ["POST"], bodyParser: false },
    // What is refused unread need not be parsed.
    { matcher: "/hooks/payment/onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/payment/pp_onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/payment/:provider", methods: ["POST"], middlewares: [closeCoreRoute] },
    { matcher: "/store", middlewares: [welcomeShopper] },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [limitOpenings],
    },
    { matcher: "/onchain", middlewares: [guardPageLink, checkPath] },
    { matcher: "/store/onchain", middlewares: [checkPath, requireJson] },
    { matcher: "/admin/onchain", middlewares: [checkPath, requireJson] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [guardCancellation] },
    {
      matcher: "/admin/orders/:id/payment-sessions/authorize",
      methods: ["POST"],
      middlewares: [guardAuthorization],
    },
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [guardCapture] },
    {
      matcher: "/admin/payment-collections/:id/mark-as-paid",
      methods: ["POST"],
      middlewares: [guardMarkAsPaid],
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
    // Before what checks their parameters: who may not ask learns nothing.
    ...onchainPolicyRoutes,
    ...payoutGateMiddlewares,
    ...bookMiddlewares,
    ...deliveryMiddlewares,
    ...depositMiddlewares,
    ...destinationMiddlewares,
    ...refundMiddlewares,
    ...unallocatedPaymentMiddlewares,
    ...withdrawalMiddlewares,
  ],
})
