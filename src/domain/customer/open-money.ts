import { compareAmounts } from "../../gateway/amount"
import type { DepositState, ReportedState } from "../deposit/deposit-lifecycle"
import type { DeliveryState } from "../inbox/delivery"
import type { AttemptState, PaymentOutcome } from "../payment/payment-status"
import { isOver, type WithdrawalState } from "../payout/withdrawal-lifecycle"
import type { RefundState } from "../refund/refund-lifecycle"

/** A customer's rows, of every account at the gateway. */
export type CustomerMoney = {
  payments: readonly {
    id: string
    state: PaymentOutcome
    resolution: string | null
    resolution_done_at: Date | null
    contradiction: string | null
    contradiction_ended_at: Date | null
  }[]
  attempts: readonly OfAccount<{
    id: string
    payment_id: string
    state: AttemptState
    received_amount: string | null
  }>[]
  deposits: readonly OfAccount<{
    id: string
    state: DepositState
    reported_state: ReportedState | null
    confirmed_at: Date | null
  }>[]
  refunds: readonly OfAccount<{ id: string; state: RefundState }>[]
  withdrawals: readonly OfAccount<{
    id: string
    state: WithdrawalState
    is_uncertain: boolean
    mismatch: string | null
    mismatch_seen_at: Date | null
  }>[]
  deliveries: readonly OfAccount<{ id: string; state: DeliveryState }>[]
}
type OfAccount<Row> = Row & { environment: string }

/** `state` in the words of the row, or what is wrong with it. */
export type OpenMoney = {
  kind: "payment" | "deposit" | "refund" | "withdrawal" | "webhook"
  id: string
  state: string
}

/**
 * Finds the money of a customer that may still move or needs a decision: it is settled by data that an erasure
 * would remove.
 *
 * @param environment the current one: a live store's rows from the sandbox hold no money, and nothing polls them
 */
export function findOpenMoney(money: CustomerMoney, environment: string): OpenMoney[] {
  const here = <Row extends { environment: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.environment === environment)
  const attempts = here(money.attempts)
  const open = [
    ...money.payments.map(({ id, ...row }) => {
      const own = attempts.filter(({ payment_id }) => payment_id === id)
      return { kind: "payment" as const, id, state: openPayment(row, own) }
    }),
    ...here(money.deposits).map((row) => ({ kind: "deposit" as const, id: row.id, state: openDeposit(row) })),
    ...here(money.refunds).map(({ id, state }) => ({
      ...{ kind: "refund" as const, id },
      state: state === "done" ? null : state,
    })),
    ...here(money.withdrawals).map((row) => ({
      ...{ kind: "withdrawal" as const, id: row.id },
      state: openWithdrawal(row),
    })),
    ...here(money.deliveries).map(({ id, state }) => ({
      ...{ kind: "webhook" as const, id },
      state: state === "received" || state === "processing" ? state : null,
    })),
  ]
  return open.flatMap(({ state, ...row }) => (state === null ? [] : [{ ...row, state }]))
}

const WAITING: readonly AttemptState[] = ["opening", "awaiting", "confirming"]

function openPayment(
  payment: Omit<CustomerMoney["payments"][number], "id">,
  attempts: CustomerMoney["attempts"]
): string | null {
  const waiting = attempts.find(({ state }) => WAITING.includes(state))
  if (waiting) return waiting.state
  if (payment.contradiction !== null && payment.contradiction_ended_at === null) return "contradicted"
  if (payment.state === "held") return payment.resolution_done_at === null ? "held" : null
  if (payment.state === "captured") return null
  if (attempts.some(({ state }) => state === "settled")) return "settled"
  return attempts.some(hasReceived) ? "partially_paid" : null
}

function hasReceived({ received_amount }: { received_amount: string | null }): boolean {
  return received_amount !== null && compareAmounts(received_amount, "0") > 0
}

const RESOLVED: readonly DepositState[] = ["assigned", "accepted", "refunded"]

function openDeposit({
  state,
  reported_state,
  confirmed_at,
}: Pick<CustomerMoney["deposits"][number], "state" | "reported_state" | "confirmed_at">): string | null {
  // Only an event has named it, and no list of the service has it.
  if (confirmed_at === null && reported_state === "unknown") return null
  if (!RESOLVED.includes(state)) return state
  return reported_state === "in_review" || reported_state === "refund_pending" ? reported_state : null
}

function openWithdrawal(row: CustomerMoney["withdrawals"][number]): string | null {
  if (!isOver(row.state)) return row.state
  if (row.is_uncertain && row.state !== "completed") return "uncertain"
  return row.mismatch !== null && row.mismatch_seen_at === null ? "contradicted" : null
}
