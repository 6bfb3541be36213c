import { subtractAmounts } from "../../../../gateway/amount"
import { moneyOf } from "../../../money"
import { type CoverFacts, isCapturedOtherwise, isPaidOtherwise } from "../../order-cover"
import type { SessionFacts } from "../../settlement"
import { oweOrderRefund } from "./ledger"
import { paymentOf, TOTAL, type Payment, type World } from "./world"

/** What Medusa knows about a session, as `load-session-facts.ts` reads it. */
export function sessionFacts(world: World, session: number): SessionFacts {
  const payment = paymentOf(world, session)
  const cover = coverOf(world, session)
  const isCaptured = payment.captured !== "0"
  const isDeleted = payment.isSessionDeleted && !isCaptured
  const isPaid = isCapturedOtherwise(cover)
  const order = { id: "order", isCancelled: world.isOrderCancelled }
  return {
    session: isCaptured ? "captured" : isDeleted ? "deleted" : "alive",
    order: isDeleted && !isPaid ? null : order,
    cart: { id: "cart", isCompleted: true },
    isPaidOtherwise: isDeleted ? isPaid : isPaidOtherwise(cover),
    isCapturedOtherwise: isPaid,
    misfit: null,
    isRefundDue: payment.refunded !== "0" || payment.refunds.some(({ kind }) => kind === "order"),
  }
}

/** What other payments of the order hold. Only captures: nothing is authorized without one here. */
export function coverOf({ payments }: World, session: number): CoverFacts {
  const held = payments.flatMap((payment, number) => [
    ...(number === session ? [] : [usd(kept(payment.captured, payment))]),
    usd(kept(payment.applied, payment)),
  ])
  const total = usd(TOTAL)
  return {
    ...{ isOfCart: true, collectionId: "collection", collection: total, decimals: 2 },
    ...{ orderId: "order", order: total, session: total },
    ...{ held, captured: held, heldElsewhere: [], capturedElsewhere: [], open: [], rivals: [] },
  }
}

const usd = (amount: string) => moneyOf(amount, "usd")
const kept = (captured: string, { refunded }: Payment) =>
  captured === "0" ? "0" : subtractAmounts(captured, refunded)

/** Records Medusa's refunds that did not reach our provider. */
export function oweMedusaRefunds(payment: Payment): void {
  const recorded = payment.refunds.filter(({ kind }) => kind === "order")
  const total = recorded.reduce((sum, { fiat_amount }) => sum + Number(fiat_amount), 0)
  const missing = Number(payment.refunded) - total
  if (missing > 0) oweOrderRefund(payment, `ref_${recorded.length + 1}`, String(missing))
}
