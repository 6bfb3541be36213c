import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { hashPageToken } from "../../domain/payment/payment-page"
import { findOrderOfOurs } from "../../workflows/payment/order-record"
import { isLinkOf } from "../../workflows/payment/queries/view-payment"
import { asksForOurs } from "./limit-openings"

/** Keeps strangers from the payment sessions of placed orders. @see docs/operations/security.md "A stranger with an order id" */
export async function guardPlacedOrder(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { payments, sessionGuard } = req.scope.resolve("onchain")
  const collectionId = req.params.id ?? ""
  if (asksForOurs(req) || (await payments.findShown([collectionId])))
    await sessionGuard.requireMayChange(collectionId)
  next()
}

/**
 * Medusa takes a return from everybody who has the order id, also before anything is shipped, and its shipping raises the order's total.
 */
export async function guardReturn(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { order_id } = (req.body ?? {}) as { order_id?: unknown }
  const order =
    typeof order_id === "string" && order_id !== "" ? await findOrderOfOurs(req.scope, order_id) : null
  const collectionIds = order?.payment_collections.map(({ id }) => id) ?? []
  const tokenHash = hashPageToken(req.headers["x-onchain-page-token"])
  const [collectionId] = collectionIds
  if (collectionId !== undefined && !(await isLinkOf(req.scope, tokenHash, collectionIds)))
    await req.scope.resolve("onchain").sessionGuard.requireMayChange(collectionId)
  next()
}
