import { z } from "@medusajs/framework/zod"
import { DELIVERY_STATES } from "../../../domain/inbox/delivery"
import type { OnchainDeliveryResponse } from "../../../types/http"
import { listDeliveries, rerunDelivery, viewDelivery } from "../../../workflows/inbox/deliveries"
import { oneOf, pageParams, sentText } from "../../request-params"
import { actOn, type AdminRequest, idOf, read } from "./admin-route"

export const deliveryListParams = z.strictObject({
  state: oneOf("state", DELIVERY_STATES).optional(),
  event: sentText("event").optional(),
  q: sentText("q").optional(),
  ...pageParams,
})

const view = async (req: AdminRequest): Promise<OnchainDeliveryResponse> => ({
  delivery: await viewDelivery(req.scope, idOf(req)),
})

export const deliveryRoutes = {
  "GET /deliveries": read(
    (req, { limit, offset, ...filter }) => listDeliveries(req.scope, { filter, limit, offset }),
    deliveryListParams
  ),
  "GET /deliveries/:id": read(view),
  "POST /deliveries/:id/rerun": actOn("delivery_id", rerunDelivery, view),
}
