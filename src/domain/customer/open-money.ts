import { compareAmounts } from "../../gateway/amount"
import type { DepositState, ReportedState } from "../deposit/deposit-lifecycle"
import type { DeliveryState } from "../inbox/delivery"
import type { AttemptState, PaymentOutcome } from "../payment/payment-status"
import { isContradicted, type RecordedContradiction } from "../payment/settlement"
import { mayHaveArrived } from "../payout/payout-evidence"
import { isOver, type WithdrawalState } from "../payout/withdrawal-lifecycle"
import type { RefundState } from "../refund/refund-lifecycle"

type Row<Columns> = Columns & { id: string; environment: string }

/** A customer's rows, of every account at the gateway. */
export type CustomerMoney = {
  payments: readonly (RecordedContradiction & {
    id: string
    state: PaymentOutcome
    resolution_done_at: Date | null
  })[]
  attempts: readonly Row<{ payment_id: string; state: AttemptState; received_amount: string | null }>[]
  deposits: readonly Row<{
    state: DepositState
    reported_state: ReportedState | null
    confirmed_at: Date | null
  }>[]
  refunds: readonly Row<{ state: RefundState }>[]
  withdrawals: readonly Row<{
    state: WithdrawalState
    evidence: string | null
    mismatch: string | null
    reviewed_at: Date | null
  }>[]
  deliveries: readonly Row<{ state: DeliveryState }>[]
}

/** `state` in the words of the row, or what is wrong with it. */
export type OpenMoney = {
  kind: "payment" | "deposit" | "refund" | "withdrawal" | "webhook"
  id: string
  state: string
}

/**
 * Finds the money of a customer that may still move or needs a decision: an erasure would remove the data that settles it.
 *
 * @param environment the current one: a live store's rows from the sandbox hold no money, and nothing polls them
 */
export function findOpenMoney(money: CustomerMoney, environment: string): OpenMoney[] {
  const here = <Columns>(rows: readonly Row<Columns>[]) =>
    rows.filter((row) => row.environment === environment)
  const attempts = here(money.attempts)
  return [
    ...openRows("payment", money.payments, (payment) =>
      openPayment(
        payment,
        attempts.filter(({ payment_id }) => payment_id === payment.id)
      )
    ),
    ...openRows("deposit", here(money.deposits), openDeposit),
    ...openRows("refund", here(money.refunds), ({ state }) => (state === "done" ? null : state)),
    ...openRows("withdrawal", here(money.withdrawals), openWithdrawal),
    ...openRows("webhook", here(money.deliveries), ({ state }) =>
      state === "received" || state === "processing" ? state : null
    ),
  ]
}

function openRows<Columns>(
  kind: OpenMoney["kind"],
  rows: readonly (Columns & { id: string })[],
  stateOf: (row: Columns & { id: string }) => string | null
): OpenMoney[] {
  return rows.flatMap((row) => {
    const state = stateOf(row)
    return state === null ? [] : [{ kind, id: row.id, state }]
  })
}

const WAITING: readonly AttemptState[] = ["opening", "awaiting", "confirming"]

function openPayment(
  payment: CustomerMoney["payments"][number],
  attempts: CustomerMoney["attempts"]
): string | null {
  const waiting = attempts.find(({ state }) => WAITING.includes(state))
  if (waiting) return waiting.state
  if (isContradicted(payment)) return "contradicted"
  if (payment.state === "held") return payment.resolution_done_at === null ? "held" : null
  if (payment.state === "captured") return null
  if (attempts.some(({ state }) => state === "settled")) return "settled"
  const hasPart = attempts.some(({ received_amount }) => compareAmounts(received_amount ?? "0", "0") > 0)
  return hasPart ? "partially_paid" : null
}

const RESOLVED: readonly DepositState[] = ["assigned", "accepted", "refunded", "income"]

function openDeposit({
  state,
  reported_state,
  confirmed_at,
}: CustomerMoney["deposits"][number]): string | null {
  // Only an event has named it, and no list of the service has it.
  if (confirmed_at === null && reported_state === "unknown") return null
  if (!RESOLVED.includes(state)) return state
  return reported_state === "in_review" || reported_state === "refund_pending" ? reported_state : null
}

function openWithdrawal(row: CustomerMoney["withdrawals"][number]): string | null {
  if (!isOver(row.state)) return row.state
  if (mayHaveArrived(row) && row.state !== "completed") return "uncertain"
  return row.mismatch !== null && row.reviewed_at === null ? "contradicted" : null
}
