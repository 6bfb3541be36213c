import type { ServerResponse } from "node:http"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { holdCancellableOrder, holdPayableOrder } from "../../../workflows/payment/close-order"
import { holdMedusaRefund } from "../../../workflows/refund/hold-refund"

type Guard = (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => Promise<void>

/** Holds an order of ours while Medusa's own route cancels it. @see ADR 0021 */
export const guardCancellation = guardRoute((req, handle) =>
  holdCancellableOrder(req.scope, req.params.id ?? "", handle)
)

/** Holds an order of ours while Medusa's own route authorizes the session in its body. @see ADR 0009 */
export const guardAuthorization = guardRoute((req, handle) => {
  const sessionId = authorization.safeParse(req.body).data?.payment_session_id
  return sessionId === undefined ? handle() : holdPayableOrder(req.scope, { sessionId }, handle)
})

/** Also refuses a payment of ours that is captured: Medusa would book it once more. */
export const guardCapture = guardRoute((req, handle) =>
  holdPayableOrder(req.scope, { paymentId: req.params.id ?? "" }, handle)
)

export const guardMarkAsPaid = guardRoute((req, handle) =>
  holdPayableOrder(req.scope, { collectionId: req.params.id ?? "" }, handle)
)

/** Also refuses a refund that Medusa would begin and not finish, or that exceeds what is left. */
export const guardRefund = guardRoute((req, handle) =>
  holdMedusaRefund(req.scope, { paymentId: req.params.id ?? "", amount: sentAmount(req.body) }, handle)
)

/** Holds the order from before the handler until it has answered. */
function guardRoute(hold: (req: MedusaRequest, handle: () => Promise<void>) => Promise<void>): Guard {
  return async (req, res, next) => {
    let isHandled = false
    try {
      await hold(req, () => {
        isHandled = true
        next()
        return waitForAnswer(res)
      })
    } catch (error) {
      if (!isHandled) throw error
      // The answer is sent. Only the lock is left, and it expires.
      const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
      logger.error(
        `onchain: ${req.path} was answered, and its order stays locked for two minutes: ${reasonOf(error)}`
      )
    }
  }
}

/** Medusa's own validator refuses a body without one. */
const authorization = z.object({ payment_session_id: z.string().min(1) })

/** @returns null without one: all of the payment; undefined for one that Medusa's own validator refuses */
function sentAmount(body: unknown): number | null | undefined {
  if (typeof body !== "object" || body === null || !("amount" in body) || body.amount === undefined)
    return null
  return typeof body.amount === "number" && body.amount > 0 ? body.amount : undefined
}

const LOOK_AGAIN_MS = 50

/** The handler keeps working when the client disconnects; its response is then closed before it is written. */
export function waitForAnswer(
  res: Pick<ServerResponse, "once" | "closed" | "headersSent" | "writableEnded">
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      // A compressed response may never end when it is closed meanwhile.
      if (res.writableEnded || res.headersSent) resolve()
      else setTimeout(look, LOOK_AGAIN_MS).unref()
    }
    if (res.closed) look()
    else res.once("close", look)
  })
}
