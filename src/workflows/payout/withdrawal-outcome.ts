import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { type PayoutActor, reasonAgainstApproval } from "../../domain/payout/payout-gate"
import { reasonAgainst, type WithdrawalAction } from "../../domain/payout/withdrawal-choices"
import type { WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import { isOver, pauseBeforeLook, waitOf } from "../../domain/payout/withdrawal-lifecycle"
import { involvedIn } from "../../domain/payout/withdrawal-standing"
import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal } from "../../gateway/contract"
import type { WithdrawalUpdate } from "../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import { type ActionResult, notPossible } from "../../modules/onchain/payout/withdrawal-quotes"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { loadActorNames } from "../person-names"
import { assertPayoutAllowed, payoutError, type RequestActor } from "./payout-access"
import { approvalProblemInWords, refusalInWords } from "./payout-words"
import { unconfirmedInWords } from "./withdrawal-gateway-words"

/** @throws MedusaError `not_found` */
export async function findWithdrawal(container: MedusaContainer, id: string): Promise<WithdrawalRow> {
  const row = await container.resolve("onchain").payouts.withdrawals.store.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no withdrawal ${id}.`)
}

/**
 * Ending a withdrawal needs the same second approver as paying it. @throws
 * MedusaError `forbidden`
 */
export async function assertMayEnd(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<PayoutActor> {
  const known = await assertPayoutAllowed(container, actor)
  const { approval } = container.resolve("onchain").options.payouts
  const against = reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })
  if (against) throw payoutError(against.code, approvalProblemInWords(against))
  return known
}

/** @throws MedusaError with the reason of the refusal */
export async function mustBeDone<Row>(container: MedusaContainer, result: ActionResult<Row>): Promise<Row> {
  if (result.kind === "done") return result.row
  throw await refusalError(container, result.refusal)
}

/** Names the action that conflicts with this one. */
export async function conflictError(
  container: MedusaContainer,
  id: string,
  action: WithdrawalAction
): Promise<MedusaError> {
  const standing = await container.resolve("onchain").payouts.withdrawals.standing(id)
  return refusalError(container, notPossible(standing, reasonAgainst(action, standing)))
}

export async function refusalError(
  container: MedusaContainer,
  refusal: WithdrawalRefusal
): Promise<MedusaError> {
  const by = "past" in refusal ? (refusal.past?.by ?? null) : null
  const nameOf = await loadActorNames(container, [by])
  return payoutError(
    refusal.code,
    refusalInWords(refusal, (id) => nameOf(id) ?? id)
  )
}

/** `is_pending`: the service's answer is still missing. */
export type WithdrawalAnswer = { withdrawal_id: string; is_pending: boolean }

/**
 * The result of an action, by the state after it. @throws MedusaError `not_allowed` with the service's reason
 * when it was refused
 */
export function answerOf(row: WithdrawalRow): WithdrawalAnswer {
  const { id, state, quote_id } = row
  if (state === "refused")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, row.last_error ?? "The provider refused it.")
  const isUnquoted = state === "requested" && quote_id === null
  return { withdrawal_id: id, is_pending: isUnquoted || state === "sending" || state === "unknown" }
}

/**
 * The same after a call that was sent.
 *
 * @throws MedusaError `not_allowed` when it was refused; `conflict` when the service no longer accepts the
 * quote
 */
export function answerAfterSending(row: WithdrawalRow): WithdrawalAnswer {
  if (row.state !== "requested") return answerOf(row)
  throw payoutError("quote_expired", row.last_error ?? "The quote expired. Request a new one and confirm it.")
}

export type WithdrawalSource = WithdrawalUpdate["source"]

export type WithdrawalReading =
  | { withdrawal: Withdrawal; source: WithdrawalSource }
  /** The service has no call that shows it, and no transaction names it yet. */
  | "unconfirmed"

/** `isListRead`: another reading of the same run has just read the list of transactions. */
export type ReadingEffort = { isListRead?: boolean }

/**
 * Reads a withdrawal by its own call, else in the service's list of withdrawals, else by its transaction: one
 * that has left is completed.
 *
 * @param gatewayId the service's identifier
 * @throws GatewayError when the service does not answer, or has no such withdrawal
 */
export async function readWithdrawal(
  container: MedusaContainer,
  gatewayId: string,
  { isListRead = false }: ReadingEffort = {}
): Promise<WithdrawalReading> {
  const { gateway, payouts } = container.resolve("onchain")
  if (gateway.hasWithdrawalReads)
    return { withdrawal: await gateway.getWithdrawal(gatewayId), source: "service" }
  if (!isListRead) await transactionSyncOf(container).readQuick()
  const { store, evidence } = payouts.withdrawals
  const [row, paid] = await Promise.all([store.findByGatewayId(gatewayId), evidence.paidOut(gatewayId)])
  if (!row || paid === null) return "unconfirmed"
  return { withdrawal: paidWithdrawal(row, gatewayId, paid), source: "transaction" }
}

/** What left, as a withdrawal of the service. Another amount than ours stays a contradiction for a person. */
export function paidWithdrawal(
  { chain, network_id: networkId, token, amount }: WithdrawalRow,
  id: string,
  paid: { amount: string | null; txHash: string | undefined }
): Withdrawal {
  const isGross = paid.amount !== null && compareAmounts(paid.amount, amount) === 0
  const left = isGross ? { amount } : { netAmount: paid.amount ?? undefined }
  return { id, status: "completed", chain, networkId, token, ...left, txHash: paid.txHash }
}

/**
 * Stores that nothing confirms its state yet, and when to look again. One that is over keeps the words of its
 * end.
 */
export async function postponeUnconfirmed(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const { clock, options, payouts } = container.resolve("onchain")
  const { state, gateway_status, state_at } = row
  const inStateMs = Math.max(0, clock() - state_at.getTime())
  const pauseMs = pauseBeforeLook({ state, waitsFor: waitOf({ state, gateway_status }), inStateMs })
  const reason = isOver(state) ? row.last_error : unconfirmedInWords(options.assumptions)
  await payouts.withdrawals.checks.postpone(row, pauseMs, reason)
}
