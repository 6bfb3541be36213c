import { authenticate, defineMiddlewares } from "@medusajs/framework/http"
import { adminRoutes } from "./admin/onchain/routes"
import {
  guardAuthorization,
  guardCancellation,
  guardCapture,
  guardMarkAsPaid,
  guardRefund,
} from "./admin/orders/guard-order"
import { addPayments } from "./admin/search/add-payments"
import { checkPath, guardPageLink, requireJson, noteCheckoutRequest } from "./request-guards"
import { allowStorefronts, refuseCrossSite } from "./onchain/pay/cross-site"
import { payRoutes } from "./onchain/pay/routes"
import { closeCoreRoute } from "./hooks/onchain/route"
import { toRoutes } from "./route-table"
import { guardPlacedOrder, guardReturn } from "./store/guard-placed-order"
import { limitOpenings } from "./store/limit-openings"
import { addPageLink, mayBeGuest, storeRoutes } from "./store/onchain/routes"

export default defineMiddlewares({
  routes: [
    // The route reads the raw bytes itself: nothing is parsed before the signature is verified.
    { matcher: "/hooks/onchain", methods: ["POST"], bodyParser: false },
    // Refused unread.
    { matcher: "/hooks/payment/onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/payment/pp_onchain_:id", methods: ["POST"], bodyParser: false },
    { matcher: "/store", middlewares: [noteCheckoutRequest] },
    { matcher: "/onchain", middlewares: [guardPageLink, checkPath] },
    { matcher: "/onchain/pay", middlewares: [allowStorefronts] },
    { matcher: "/store/onchain", middlewares: [checkPath, requireJson] },
    { matcher: "/admin/onchain", middlewares: [checkPath, requireJson] },
    ...toRoutes({
      "POST /hooks/payment/:provider": [closeCoreRoute],
      "POST /store/payment-collections/:id/payment-sessions": [
        mayBeGuest,
        limitOpenings,
        guardPlacedOrder,
        addPageLink,
      ],
      "POST /store/returns": [mayBeGuest, guardReturn],
      "POST /onchain/refund/:token": [refuseCrossSite],
      "POST /admin/orders/:id/cancel": [guardCancellation],
      "POST /admin/orders/:id/payment-sessions/authorize": [guardAuthorization],
      "POST /admin/payments/:id/capture": [guardCapture],
      "POST /admin/payments/:id/refund": [guardRefund],
      "POST /admin/payment-collections/:id/mark-as-paid": [guardMarkAsPaid],
      "GET /admin/search": [authenticate("user", ["session", "bearer", "api-key"]), addPayments],
    }),
    ...payRoutes,
    ...storeRoutes,
    ...adminRoutes,
  ],
})
