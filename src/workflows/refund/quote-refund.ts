import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { findUseProblem } from "../../domain/payout/destination"
import type { WithdrawalState } from "../../domain/payout/withdrawal-lifecycle"
import { isWrittenOff } from "../../domain/payout/withdrawal-standing"
import type { RefundRate } from "../../domain/refund/refund-lifecycle"
import { GatewayError } from "../../gateway/client/errors"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { DestinationRow } from "../../modules/onchain/payout/destination-list"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import type { RefundPayoutRequest, RefundPayoutStart } from "../../modules/onchain/refund/refund-payouts"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { findOrderOfPayment } from "../payment/order-record"
import { useProblemInWords } from "../payout/payout-words"
import { followWithdrawal } from "../payout/follow-withdrawal"
import { assertPayoutAllowed, payoutError, type RequestActor } from "../payout/payout-access"
import { mustFindDestination } from "../payout/queries/view-destinations"
import { requestQuoteOf } from "../payout/request-withdrawal"
import { searchWithdrawal } from "../payout/search-withdrawal"
import { findRefundOwner, isGoneInMedusa, mustFindRefund, refundConflict } from "./find-refund"
import { findPayoutObstacle, findTodaysRate } from "./queries/refund-to-view"
import { MEDUSA_HAS_NONE, refundRefusalInWords } from "./refund-words"
import { codeInWords } from "../refusal-code"

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
 * Creates the payout of a refund, which fixes its amount and destination. Nothing is sent.
 *
 * @throws MedusaError `forbidden`, `not_found`; `not_allowed` with the reason; `conflict` with who was faster
 */
async function startPayout(container: MedusaContainer, input: QuoteRefundInput) {
  const onchain = container.resolve("onchain")
  const { id, type, ownerId } = await assertPayoutAllowed(container, input.actor)
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  if (refund.state !== "due") throw await refundConflict(container, refund)
  await assertOwed(container, refund, payment, input)
  await checkEarlierPayout(container, refund)
  const request: RefundPayoutRequest = {
    refundId: refund.id,
    destination: await loadDestination(container, { payment, refund }, input.destination_id),
    terms: {
      basis: input.rate,
      today: input.rate === "today" ? await findTodaysRate(container, payment) : null,
      enteredTokens: input.token_amount ?? null,
      fiatDecimals: await onchain.currencies.decimalsOf(payment.currency_code),
    },
    actor: { id, type: type === "api-key" ? "api-key" : "user", ownerId },
  }
  const start = await startWhileBooked(container, refund, payment, request)
  if (start.kind === "taken") throw await refundConflict(container, start.refund)
  if (start.kind === "refused")
    throw payoutError(start.refusal.code, refundRefusalInWords(start.refusal, payment))
  return start.withdrawal.id
}

/** A refund of an order that Medusa may still take back is not paid: its books are read again while nothing changes them. */
async function startWhileBooked(
  container: MedusaContainer,
  refund: RefundRow,
  payment: PaymentRow,
  request: RefundPayoutRequest
): Promise<RefundPayoutStart> {
  const { exclusiveWork, payouts } = container.resolve("onchain")
  const start = () => payouts.refunds.payouts.start(request)
  const orderId = refund.kind === "order" ? await findOrderOfPayment(container, payment) : null
  if (orderId === null) return start()
  return exclusiveWork.run(orderId, async () => {
    await assertInMedusa(container, refund, payment)
    return start()
  })
}

async function assertInMedusa(
  container: MedusaContainer,
  refund: RefundRow,
  payment: PaymentRow
): Promise<void> {
  if (await isGoneInMedusa(container, refund, payment)) throw payoutError("medusa_has_none", MEDUSA_HAS_NONE)
}

async function assertOwed(
  container: MedusaContainer,
  refund: RefundRow,
  payment: PaymentRow,
  { token_amount }: QuoteRefundInput
): Promise<void> {
  const isKnown = refund.fiat_amount !== null || refund.token_amount !== null
  if (token_amount !== undefined && isKnown)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "token_amount: it is known how much is owed, so leave it out"
    )
  await assertInMedusa(container, refund, payment)
  const obstacle = await findPayoutObstacle(container, payment, refund)
  if (obstacle) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, obstacle.words, obstacle.code)
}

async function loadDestination(
  container: MedusaContainer,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
  destinationId: string
): Promise<DestinationRow> {
  const { chain, network_id: networkId } = payment
  const [destination, { customerId }] = await Promise.all([
    mustFindDestination(container, destinationId),
    findRefundOwner(container, payment),
  ])
  const owner = { customerId, paymentId: payment.id, refundId: refund.id }
  const use = { purpose: "refund", chain, networkId, ...owner } as const
  const problem = findUseProblem(destination, use)
  if (problem) throw payoutError(problem.code, useProblemInWords(problem))
  return destination
}

/**
 * Checks the refund's earlier payouts with the provider once more, so that no payout begins beside one that
 * was sent after all. A written-off one is searched for: nothing proves that it was not sent.
 *
 * @throws MedusaError `not_allowed` when the provider does not answer; `conflict` when such a payout is under
 * way, or an unreviewed contradiction is left
 */
async function checkEarlierPayout(container: MedusaContainer, refund: RefundRow): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  for (const earlier of await store.listOfRefund(refund.id)) {
    const mayBe = await checkOne(container, earlier)
    const words = reasonAgainst(await store.mustFind(earlier.id)) ?? doubtAbout(earlier, mayBe)
    if (words !== null) throw payoutError("already_done", words)
  }
}

/** A payout that another operator begins now is found where the new one is stored. */
const MAY_HAVE_PAID: readonly WithdrawalState[] = ["sending", "sent", "unknown", "completed"]

function reasonAgainst({ id, state, mismatch, mismatch_seen_at }: WithdrawalRow): string | null {
  if (MAY_HAVE_PAID.includes(state)) return `Its earlier payout ${id} is active after all. Reload the refund.`
  if (mismatch === null || mismatch_seen_at !== null) return null
  return `${mismatch} This concerns the earlier payout ${id}. Review that one first and record what you found there.`
}

function doubtAbout({ id }: WithdrawalRow, mayBe: readonly string[]): string | null {
  if (mayBe.length === 0) return null
  return `Its earlier payout ${id} was closed as not sent and may be ${mayBe.join(" or ")}. Compare in the provider's dashboard. If it is, mark the refund as paid elsewhere; the payout is followed as soon as the provider names it.`
}

/** @returns withdrawals of the provider that it may be */
async function checkOne(container: MedusaContainer, earlier: WithdrawalRow): Promise<string[]> {
  const { gateway_withdrawal_id } = earlier
  try {
    if (isWrittenOff(earlier)) return (await searchWithdrawal(container, earlier)).mayBe
    if (gateway_withdrawal_id !== null) await followWithdrawal(container, gateway_withdrawal_id)
    return []
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // A payout that the provider does not find cannot be followed; what is stored stands.
    if (error.code === "NOT_FOUND") return []
    const named = codeInWords(error)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      error.isRetryable
        ? `The provider did not answer about the earlier payout (${named}). Nothing has changed; try again.`
        : `The provider refuses to show the earlier payout ${earlier.id} (${named}), so it may have been paid. Nothing has changed. Look for it in ` +
            "the provider's dashboard: if it was paid, mark this refund as paid elsewhere. The health page says why the call fails."
    )
  }
}

/**
 * Quotes the payout of a refund. Nothing moves until an operator confirms the quote. A payout that the provider refuses is over,
 * and the refund is due again.
 *
 * @throws MedusaError `forbidden`, `not_found`; `not_allowed` with the reason; `conflict` with who was faster
 */
export async function quoteRefund(
  container: MedusaContainer,
  input: QuoteRefundInput
): Promise<RefundAnswer> {
  const withdrawalId = await startPayout(container, input)
  const { is_pending } = await requestQuoteOf(container, withdrawalId, input.actor.id)
  return { refund_id: input.refund_id, is_pending }
}

type SettleRefundInput = {
  refund_id: string
  actor: RequestActor
  note: string
  tx_hash?: string | undefined
}

/**
 * Marks a refund as paid elsewhere. Moves nothing.
 *
 * It sends nothing, so it takes no payout key and no second user; the audit entry and the event name the
 * operator.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` with who was faster
 */
export async function settleRefund(
  container: MedusaContainer,
  { refund_id, actor, note, tx_hash }: SettleRefundInput
): Promise<RefundAnswer> {
  const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
  const { refund } = await mustFindRefund(container, refund_id)
  const { currencies, payouts } = container.resolve("onchain")
  const outcome = await payouts.refunds.payouts.settle({
    ...{ refundId: refund.id, actorId, note, txHash: tx_hash ?? null },
    fiatDecimals: await currencies.decimalsOf(refund.currency_code),
  })
  if (outcome.kind === "taken") throw await refundConflict(container, outcome.refund)
  return { refund_id: refund.id, is_pending: false }
}
