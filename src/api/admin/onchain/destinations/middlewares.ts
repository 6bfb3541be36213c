import type { MiddlewareRoute } from "@medusajs/framework/http"
import { checkBody, checkQuery } from "../../../request-params"
import { createDestinationBody, destinationListParams, emptyBody } from "./validators"

export const destinationMiddlewares: MiddlewareRoute[] = [
  checkQuery("/destinations", destinationListParams),
  checkBody("/destinations", createDestinationBody),
  checkBody("/destinations/:id/approve", emptyBody),
  checkBody("/destinations/:id/archive", emptyBody),
]
