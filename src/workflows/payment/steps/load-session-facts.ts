import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { SessionFacts } from "../../../domain/settlement"
import type { PaymentRow } from "../../../modules/onchain/payment-row"

/** How long a session that is not there may still be on its way into the database. */
const SESSION_GRACE_MS = 120_000

type Session = {
  id: string
  status: string
  payment_collection_id: string
  payment_collection?: { status: string } | null
  payment?: { id: string; captures?: { id: string }[] } | null
}

/** {@link SessionFacts} together with the Medusa ids that acting on them needs. */
export type LoadedFacts = SessionFacts & { sessionStatus: string | null; collectionId: string | null }

/**
 * Reads what Medusa knows about the session of a payment. Every filter is a real id: an undefined one
 * would match every row.
 *
 * @param nowMs our clock, epoch milliseconds
 */
export async function loadSessionFacts(
  container: MedusaContainer,
  payment: PaymentRow,
  nowMs: number
): Promise<LoadedFacts> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "status",
      "payment_collection_id",
      "payment.id",
      "payment.currency_code",
      "payment.captures.id",
    ],
    filters: { id: payment.session_id },
  })
  const session = sessions[0] as Session | undefined
  const isRefundDue = await container.resolve("onchain").refunds.hasOrderRefund(payment.id)
  if (!session) {
    return { ...NOTHING, isRefundDue, session: isKnownGone(payment, nowMs) ? "deleted" : "missing" }
  }

  const filters = { payment_collection_id: session.payment_collection_id }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status", "order.canceled_at"],
      filters,
    }),
    query.graph({ entity: "cart_payment_collection", fields: ["cart.id", "cart.completed_at"], filters }),
  ])
  const order = orders.data[0]?.order
  const cart = carts.data[0]?.cart
  const fact = sessionFact(session)
  return {
    session: fact,
    isRefundDue,
    isPaidOtherwise: fact !== "captured" && session.payment_collection?.status === "completed",
    sessionStatus: session.status,
    collectionId: session.payment_collection_id,
    order: order
      ? { id: order.id, isCancelled: order.status === "canceled" || Boolean(order.canceled_at) }
      : null,
    cart: cart ? { id: cart.id, isCompleted: Boolean(cart.completed_at) } : null,
  }
}

const NOTHING = { order: null, cart: null, isPaidOtherwise: false, sessionStatus: null, collectionId: null }

function sessionFact(session: Session): SessionFacts["session"] {
  if (session.payment?.captures?.length) return "captured"
  return session.status === "canceled" || session.status === "error" ? "dead" : "alive"
}

function isKnownGone(payment: PaymentRow, nowMs: number): boolean {
  return payment.abandoned_at !== null || nowMs - payment.created_at.getTime() > SESSION_GRACE_MS
}
