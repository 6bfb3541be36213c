import type { PayoutProblem } from "./payout-codes"
import type { WithdrawalState } from "./withdrawal-lifecycle"

/** Another payout of the same refund that may have moved money. `mismatch` as nobody has looked at it yet. */
export type OtherPayout = { id: string; state: WithdrawalState; mismatch: string | null }

const WHERE = {
  requested: "is asked for as well",
  quoted: "is asked for as well",
  awaiting_approval: "waits for an approval as well",
  sending: "is being sent",
  sent: "is on its way",
  unclear: "may have been sent",
  completed: "is paid",
  failed: "is not what the service says of it",
  refused: "is not what the service says of it",
  cancelled: "is not what the service says of it",
} as const satisfies Record<WithdrawalState, string>

/**
 * Why a payout of a refund is not quoted, confirmed or sent beside another one of the same refund.
 *
 * @example otherPayoutProblem({ id: "ocwd_1", state: "completed", mismatch: null }).words // "Another payout of this refund ..."
 */
export function otherPayoutProblem({ id, state, mismatch }: OtherPayout): PayoutProblem<"already_done"> {
  const told = mismatch === null ? "" : ` ${mismatch}`
  const words = `Another payout of this refund, ${id}, ${WHERE[state]}.${told} Look at that one first: this one could pay the refund twice. Nothing of this one was sent, and it can be cancelled.`
  return { code: "already_done", words }
}
