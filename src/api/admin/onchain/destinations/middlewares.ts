import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { createDestinationBody, destinationListParams, emptyBody } from "./validators"

const PATH = "/admin/onchain/destinations"

/** What is checked before the routes of destinations run. */
export const destinationMiddlewares: MiddlewareRoute[] = [
  { matcher: PATH, methods: ["GET"], middlewares: [validateAndTransformQuery(destinationListParams, {})] },
  { matcher: PATH, methods: ["POST"], middlewares: [validateAndTransformBody(createDestinationBody)] },
  { matcher: `${PATH}/:id/approve`, methods: ["POST"], middlewares: [validateAndTransformBody(emptyBody)] },
  { matcher: `${PATH}/:id/archive`, methods: ["POST"], middlewares: [validateAndTransformBody(emptyBody)] },
]
