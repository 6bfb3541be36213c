import { addAmounts, compareAmounts, subtractAmounts } from "../../../../gateway/amount"
import {
  type ApplicationTarget,
  type Applier,
  decideResolution,
  refuseApplication,
  type ResolutionChoice,
} from "../../resolution"
import type { PaymentResolution } from "../../payment-status"
import { oweSurplus, oweUnallocated } from "./ledger"
import { nowOf, rowOf, stateOf, storeState, TOTAL, type Payment, type Row, type World } from "./world"

const OPERATOR: Applier = {
  actor: { id: "operator", type: "user", ownerId: null, isKnown: true },
  refusal: null,
  access: { approval: "none", allowedUsers: ["operator"], allowApiKeys: false },
}

/** Records an operator's choice about held money. @returns whether it stands */
export function resolve(world: World, resolution: PaymentResolution): boolean {
  const payment = world.own
  const actorId = "operator"
  const choices: Record<PaymentResolution, ResolutionChoice> = {
    apply: {
      ...{ actorId, resolution: "apply", orderId: "order", currencyDecimals: 2 },
      target: targetOf(world),
      applier: OPERATOR,
    },
    refund_due: { actorId, resolution: "refund_due" },
    keep: { actorId, resolution: "keep", note: "kept" },
  }
  const decision = decideResolution(rowOf(payment, payment.current), choices[resolution])
  if (decision.kind !== "record") return false
  payment.resolution = resolution
  payment.resolved_token_amount = decision.tokenAmount
  payment.applied_amount = decision.application?.amount ?? null
  payment.order_outstanding_amount = decision.application?.outstandingAmount ?? null
  return true
}

/** Executes a recorded choice, or takes it back where its order can no longer be paid. */
export function executeResolution(world: World): void {
  const payment = world.own
  if (payment.resolution === null || payment.resolution_done_at !== null) return
  const row = rowOf(payment, payment.current)
  if (payment.resolution === "apply" && row.state === "unallocated") {
    const refusal =
      payment.applied === "0"
        ? refuseApplication({ ...row, value: row.applied_amount }, targetOf(world), null)
        : null
    if (refusal) {
      Object.assign(payment, { resolution: null, resolved_token_amount: null, applied_amount: null })
      return
    }
    payment.applied = payment.applied_amount ?? "0"
    storeState(payment, payment.current, "captured")
  }
  if (payment.resolution === "refund_due") oweUnallocated(payment, payment.resolved_token_amount)
  oweSurplus(payment, rowOf(payment, payment.current))
  payment.resolution_done_at = nowOf(payment)
}

/** What the order owes, as Medusa has it: its total, less what it kept of captures. */
export function outstandingOf(payments: readonly Payment[]): string {
  const kept = payments.map(({ captured, applied, refunded }) =>
    subtractAmounts(addAmounts(captured, applied), refunded)
  )
  const paid = addAmounts(...kept)
  return compareAmounts(paid, TOTAL) >= 0 ? "0" : subtractAmounts(TOTAL, paid)
}

/** Another attempt of its payment was captured or is held: its money is a refund that is due. */
export const isLeft = ({
  attempt_id,
  current_attempt_id,
  outcome,
  unallocated_reason,
}: Pick<Row, "attempt_id" | "current_attempt_id" | "outcome" | "unallocated_reason">) =>
  attempt_id !== current_attempt_id && (outcome === "captured" || unallocated_reason !== null)

/** All that a payment's rules see of the other payment of its order, beside its money. */
export function competitionOf(other: Payment) {
  const states = other.attempts.map((_, number) => stateOf(other, number))
  const { outcome, unallocated_reason } = other
  const isOver = outcome === "captured" || unallocated_reason !== null
  return {
    isBeingCaptured: states.some(
      (state, number) => state === "settled" && (number === other.current || !isOver)
    ),
    hasApplication: other.resolution === "apply" && states.includes("unallocated"),
  }
}

function targetOf({ own, other, isOrderCancelled }: World): ApplicationTarget {
  return {
    ...{ id: "order", customer_id: null, isMeant: true, isCancelled: isOrderCancelled },
    ...{ status: isOrderCancelled ? "canceled" : "pending", outstanding: outstandingOf([own, other]) },
    currency_code: "usd",
    assets: [{ chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }],
    ...competitionOf(other),
  }
}
