import type { OnchainDeliveryResponse } from "../../../../../types/http"
import { viewDelivery } from "../../../../../workflows/inbox/deliveries"
import { answerRead } from "../../answer-action"

export const GET = answerRead<OnchainDeliveryResponse>(async (req, id) => ({
  delivery: await viewDelivery(req.scope, id),
}))
