import { hasUnsettledMoney } from "../../../domain/payment/partial-payment"
import { isPastExpiry } from "../../../domain/payment/payment-lifecycle"
import type { StatusFacts } from "../../../domain/payment/payment-status"
import { isContradicted } from "../../../domain/payment/settlement"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { waitOf } from "../../../domain/payout/withdrawal-check-schedule"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { addAmounts, compareAmounts } from "../../../gateway/amount"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isChosen, type AnyPayment } from "./payment-row"

/** What a refund says about the status of its payment. */
export type RefundStanding = {
  payment_id: string
  kind: RefundKind
  state: RefundState
  attempt_id: string | null
  fiat_amount: string | null
  token_amount: string | null
  token: string
  payout_state: WithdrawalState | null
  payout_status: string | null
}

/** The refunds of some payments with their latest payouts, oldest first. */
export function listRefundStandings(knex: Knex, paymentIds: readonly string[]): Promise<RefundStanding[]> {
  if (paymentIds.length === 0) return Promise.resolve([])
  return knex
    .raw(
      `SELECT r.payment_id, r.kind, r.state, r.attempt_id, r.fiat_amount, r.token_amount, r.token,
         w.state AS payout_state, w.gateway_status AS payout_status
       FROM onchain_refund AS r LEFT JOIN onchain_withdrawal AS w ON w.id = r.withdrawal_id
       WHERE r.payment_id = ANY(?::text[]) AND r.deleted_at IS NULL ORDER BY r.created_at, r.id`,
      [[...paymentIds]]
    )
    .then(({ rows }: { rows: RefundStanding[] }) => rows)
}

/**
 * Reads the facts that decide about the status.
 *
 * @param refunds all of the payment
 * @param nowMs the database's clock, as the filter has it
 */
export function statusFactsOf(
  payment: AnyPayment,
  refunds: readonly RefundStanding[],
  nowMs: number
): StatusFacts {
  const attempt = isChosen(payment) ? payment : null
  return {
    ...STATES[payment.state],
    resolution: payment.resolution ?? "none",
    isContradicted: isContradicted(payment) && payment.contradicted_at !== null,
    isGasBlocked: refunds.some(isGasBlocked),
    isSurplusDue: refunds.some((refund) => refund.state !== "done" && isOwnSurplus(refund)),
    isRefundDue: refunds.some((refund) => refund.state !== "done" && !isOwnSurplus(refund)),
    isRefundPaid: refunds.some(({ state, kind }) => state === "done" && kind !== "surplus"),
    isFullyRefunded: compareAmounts(refundedFiat(refunds), payment.fiat_amount) >= 0,
    hasPart: attempt !== null && hasUnsettledMoney(attempt),
    isAbandoned: payment.abandoned_at !== null,
    isOrderClosed: payment.order_closed_at !== null,
    isPastExpiry: attempt !== null && isPastExpiry(attempt, nowMs),
  }
}

/** Once captured or held, the state of the attempt decides about nothing. */
const STATES = {
  choosing: { outcome: "open", attempt: "none" },
  opening: { outcome: "open", attempt: "opening" },
  awaiting: { outcome: "open", attempt: "awaiting" },
  confirming: { outcome: "open", attempt: "confirming" },
  settled: { outcome: "open", attempt: "settled" },
  expired: { outcome: "open", attempt: "expired" },
  failed: { outcome: "open", attempt: "failed" },
  cancelled: { outcome: "open", attempt: "cancelled" },
  superseded: { outcome: "open", attempt: "superseded" },
  captured: { outcome: "captured", attempt: "settled" },
  unallocated: { outcome: "held", attempt: "settled" },
} as const satisfies Record<AnyPayment["state"], Pick<StatusFacts, "outcome" | "attempt">>

/** Paid refunds of its order, in major units. */
export function refundedFiat(refunds: readonly RefundStanding[]): string {
  const paid = refunds.filter(({ kind, state }) => kind === "order" && state === "done")
  return addAmounts("0", ...paid.map(({ fiat_amount }) => fiat_amount ?? "0"))
}

/** Of the captured attempt. Money of another attempt is owed as a whole. */
export function isOwnSurplus({ kind, attempt_id }: RefundStanding): boolean {
  return kind === "surplus" && attempt_id === null
}

function isGasBlocked({ payout_state: state, payout_status }: RefundStanding): boolean {
  return state !== null && waitOf({ state, gateway_status: payout_status }) === "gas"
}

const refund = (where: string) =>
  `EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.payment_id = p.id AND r.deleted_at IS NULL AND ${where})`

/**
 * The same facts for a payment `p` with its current attempt `a`, which may be missing. Each expression is true, false or a word,
 * never null.
 */
export const FACTS_IN_SQL = {
  outcome: "p.state",
  attempt: "COALESCE(a.state, 'none')",
  resolution: "COALESCE(p.resolution, 'none')",
  isContradicted:
    "(p.contradiction IS NOT NULL AND p.contradicted_at IS NOT NULL AND p.contradiction_ended_at IS NULL)",
  isGasBlocked: `EXISTS (SELECT 1 FROM onchain_withdrawal AS w JOIN onchain_refund AS r ON r.withdrawal_id = w.id
    WHERE w.payment_id = p.id AND w.state = 'sent' AND w.gateway_status = 'gas_blocked' AND w.deleted_at IS NULL
      AND r.deleted_at IS NULL)`,
  isSurplusDue: refund("r.state <> 'done' AND r.kind = 'surplus' AND r.attempt_id IS NULL"),
  isRefundDue: refund("r.state <> 'done' AND (r.kind <> 'surplus' OR r.attempt_id IS NOT NULL)"),
  isRefundPaid: refund("r.state = 'done' AND r.kind <> 'surplus'"),
  isFullyRefunded: `(COALESCE((SELECT sum(r.fiat_amount::numeric) FROM onchain_refund AS r
    WHERE r.payment_id = p.id AND r.deleted_at IS NULL AND r.state = 'done' AND r.kind = 'order'), 0) >= p.fiat_amount::numeric)`,
  hasPart: `(a.received_amount IS NOT NULL AND COALESCE(a.gateway_status NOT IN ('paid', 'overpaid'), true)
    AND a.received_amount::numeric > 0)`,
  isAbandoned: "(p.abandoned_at IS NOT NULL)",
  isOrderClosed: "(p.order_closed_at IS NOT NULL)",
  isPastExpiry: "COALESCE(a.state = 'awaiting' AND a.expires_at <= now(), false)",
} as const satisfies Record<keyof StatusFacts, string>
