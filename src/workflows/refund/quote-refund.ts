import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { findUseProblem } from "../../domain/payout/payout-gate"
import { MAY_HAVE_LEFT } from "../../domain/payout/withdrawal-lifecycle"
import { isWrittenOff } from "../../domain/payout/withdrawal-decisions"
import type { RefundRate } from "../../domain/refund/refund-lifecycle"
import { GatewayError } from "../../gateway/client/errors"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { DestinationRow } from "../../modules/onchain/payout/destinations"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-store"
import type { RefundPayoutRequest, RefundPayoutStart } from "../../modules/onchain/refund/refund-service"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { findOrderOfPayment, findPaymentOwner } from "../payment/order-record"
import { useProblemInWords } from "../payout/payout-words"
import {
  assertPayoutAllowed,
  payoutError,
  type RequestActor,
  mustFindDestination,
} from "../payout/payout-access"
import { requestQuoteOf } from "../payout/request-withdrawal"
import { lookUpWithdrawal } from "../payout/search-withdrawal"
import { loadActorNames } from "../person-names"
import { isGoneInMedusa } from "./medusa-refunds"
import { findPayoutObstacle, findTodaysRate, mustFindRefund } from "./queries/refund-to-view"
import { MEDUSA_HAS_NONE, refundConflictInWords, refundRefusalInWords } from "./refund-words"
import { joined, say, type Words } from "../../words/say"
import { namedCode, refused } from "../refusal-code"

/** `is_pending`: the provider has not answered with a quote yet. */
export type RefundAnswer = { refund_id: string; is_pending: boolean }

export type QuoteRefundInput = {
  refund_id: string
  actor: RequestActor
  destination_id: string
  rate: RefundRate
  /** Decimal in token units, where the amount owed is unknown. */
  token_amount?: string | undefined
}

/**
 * Fixes amount and destination; nothing moves until an operator confirms the quote. @throws MedusaError `conflict` with who was faster
 */
export async function quoteRefund(
  container: MedusaContainer,
  input: QuoteRefundInput
): Promise<RefundAnswer> {
  const { currencies } = container.resolve("onchain")
  const { id, ownerId } = await assertPayoutAllowed(container, input.actor)
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  if (refund.state !== "due") throw await refundConflict(container, refund)
  if (input.token_amount !== undefined && (refund.fiat_amount !== null || refund.token_amount !== null))
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "token_amount: it is known how much is owed, so leave it out"
    )
  const obstacle = await findPayoutObstacle(container, payment, refund)
  if (obstacle) throw refused(MedusaError.Types.NOT_ALLOWED, obstacle.words, obstacle.code)
  await checkEarlierPayouts(container, refund)
  const start = await startWhileBooked(container, refund, payment, {
    refundId: refund.id,
    destination: await loadDestination(container, { payment, refund }, input.destination_id),
    terms: {
      basis: input.rate,
      today: input.rate === "today" ? await findTodaysRate(container, payment) : null,
      enteredTokens: input.token_amount ?? null,
      fiatDecimals: await currencies.decimalsOf(payment.currency_code),
    },
    actor: { id, ownerId },
  })
  if (start.kind === "taken") throw await refundConflict(container, start.refund)
  if (start.kind === "refused")
    throw payoutError(start.refusal.code, refundRefusalInWords(start.refusal, payment))
  const { is_pending } = await requestQuoteOf(
    container,
    start.withdrawal.id,
    input.actor.id,
    say("refund.fees_kept")
  )
  return { refund_id: refund.id, is_pending }
}

async function refundConflict(container: MedusaContainer, refund: RefundRow): Promise<MedusaError> {
  const history = await container.resolve("onchain").refunds.history(refund.id)
  const action = refund.settled_by === null ? "refund.payout_started" : "refund.settled_elsewhere"
  const { actor_id = null, created_at = null } =
    history.filter((entry) => entry.action === action).at(-1) ?? {}
  const nameOf = await loadActorNames(container, [actor_id])
  const words = refundConflictInWords(refund, { by: nameOf(actor_id), at: created_at })
  return refused(MedusaError.Types.CONFLICT, words, "already_done")
}

/** A refund of an order that Medusa may still take back is not paid: its books are read while nothing changes them. */
async function startWhileBooked(
  container: MedusaContainer,
  refund: RefundRow,
  payment: PaymentRow,
  request: RefundPayoutRequest
): Promise<RefundPayoutStart> {
  const { exclusiveWork, refunds } = container.resolve("onchain")
  const start = async () => {
    if (await isGoneInMedusa(container, refund, payment))
      throw payoutError("medusa_has_none", MEDUSA_HAS_NONE)
    return refunds.startPayout(request)
  }
  const orderId = refund.kind === "order" ? await findOrderOfPayment(container, payment) : null
  return orderId === null ? start() : exclusiveWork.run(orderId, start)
}

async function loadDestination(
  container: MedusaContainer,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
  destinationId: string
): Promise<DestinationRow> {
  const { chain, network_id: networkId } = payment
  const [destination, { customerId }] = await Promise.all([
    mustFindDestination(container, destinationId),
    findPaymentOwner(container, payment),
  ])
  const owner = { customerId, paymentId: payment.id, refundId: refund.id }
  const use = { purpose: "refund", chain, networkId, ...owner } as const
  const problem = findUseProblem(destination, use)
  if (problem) throw payoutError(problem.code, useProblemInWords(problem))
  return destination
}

/**
 * No payout begins beside one that was sent after all: a written-off one is searched for, because nothing proves that it was not sent.
 * A payout that another operator begins now is found where the new one is stored.
 */
async function checkEarlierPayouts(container: MedusaContainer, refund: RefundRow): Promise<void> {
  const { list, store } = container.resolve("onchain").payouts.withdrawals
  for (const earlier of await list.ofRefund(refund.id)) {
    const mayBe = await checkOne(container, earlier)
    const words = reasonAgainst(await store.mustFind(earlier.id), mayBe)
    if (words !== null) throw payoutError("already_done", words)
  }
}

/** @param mayBe withdrawals of the provider that an earlier payout may be */
function reasonAgainst(earlier: WithdrawalRow, mayBe: readonly string[]): Words | null {
  const { id, state, mismatch, reviewed_at } = earlier
  if (MAY_HAVE_LEFT.includes(state)) return say("refund.earlier.active", { id })
  if (mismatch !== null && reviewed_at === null) return say("refund.earlier.mismatch", { id, mismatch })
  if (mayBe.length === 0) return null
  return say("refund.earlier.may_be", { id, ids: joined("or", mayBe) })
}

async function checkOne(container: MedusaContainer, earlier: WithdrawalRow): Promise<readonly string[]> {
  if (earlier.gateway_withdrawal_id === null && !isWrittenOff(earlier)) return []
  try {
    return (await lookUpWithdrawal(container, earlier)).mayBe
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // A payout that the provider does not find cannot be followed; what is stored stands.
    if (error.code === "NOT_FOUND") return []
    const what = error.isRetryable ? "refund.earlier.no_answer" : "refund.earlier.refused"
    throw refused(MedusaError.Types.NOT_ALLOWED, say(what, { id: earlier.id, code: namedCode(error) }))
  }
}

type SettleRefundInput = {
  refund_id: string
  actor: RequestActor
  note: string
  tx_hash?: string | undefined
}

/** It sends nothing, so it takes no payout key and no second user. */
export async function settleRefund(
  container: MedusaContainer,
  { refund_id, actor, note, tx_hash }: SettleRefundInput
): Promise<RefundAnswer> {
  const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
  const { refund } = await mustFindRefund(container, refund_id)
  const { currencies, refunds } = container.resolve("onchain")
  const outcome = await refunds.settle({
    ...{ refundId: refund.id, actorId, note, txHash: tx_hash ?? null },
    fiatDecimals: await currencies.decimalsOf(refund.currency_code),
  })
  if (outcome.kind === "taken") throw await refundConflict(container, outcome.refund)
  return { refund_id: refund.id, is_pending: false }
}
