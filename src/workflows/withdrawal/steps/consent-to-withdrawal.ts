import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { OWN_ADDRESS } from "../../../domain/destination-problem"
import { findLimitProblem } from "../../../domain/payout-limit"
import { whyNotSent } from "../../../domain/withdrawal-conflict"
import { mayHaveLeftInWords } from "../../../domain/withdrawal-search"
import type { WithdrawalConsent } from "../../../modules/onchain/withdrawal-claims"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { payoutError } from "../../payout/steps/payout-error"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { announceWithdrawal } from "./announce-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { keyLifeOf } from "./carry-out-withdrawal"
import { recordWithdrawal } from "./follow-withdrawal"
import { lookForWithdrawal } from "./look-for-withdrawal"
import { loadDeeds, tooLate } from "./too-late"
import { explainUnreachable, limitsOf } from "./withdrawal-asset"
import { findDestinationProblem } from "./withdrawal-destination"
import {
  findApprovalProblem,
  findRefundProblem,
  isExpired,
  isQuoting,
  storedInconsistency,
} from "./withdrawal-options"

export const consentToWithdrawalStepId = "consent-to-onchain-withdrawal"

/** Somebody says yes to the quote that they have read. */
export type ConsentInput = {
  withdrawal_id: string
  quote_id: string
  action: "confirm" | "approve"
  actor: RequestActor
}

/** The call that is to be sent now; null when somebody else has to approve it first, or it was sent before. */
export type ConsentResult = {
  withdrawal_id: string
  call: { create_key: string; send_attempts: number } | null
}

/**
 * Confirms or approves a withdrawal: of all who try, one may go on to call the service.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed`, or `conflict` with who was faster or with what became of the quote
 */
export const consentToWithdrawalStep = createStep(
  consentToWithdrawalStepId,
  async (input: ConsentInput, { container }) => {
    const actor = await assertPayoutAllowed(container, input.actor)
    const row = await findWithdrawal(container, input.withdrawal_id)
    const { approval } = container.resolve("onchain").options.payouts
    const { claims } = container.resolve("onchain").payouts.withdrawals
    const limits = limitsOf(container, row)
    const isSecondNeeded = approval === "second_user"
    const consent: WithdrawalConsent = {
      action: input.action,
      quoteId: input.quote_id,
      actor: { id: actor.id, type: actor.type, ownerId: actor.ownerId },
      isSecondNeeded,
      caps: typeof limits === "string" ? NO_CAPS : limits,
    }
    await assertMay(container, row, input, limits)
    if (input.action === "confirm" && isSecondNeeded) {
      const confirmed = await claims.confirm(row, consent)
      if (!confirmed) return new StepResponse(await explain(container, input))
      await announceWithdrawal(container, confirmed)
      return new StepResponse<ConsentResult>({ withdrawal_id: row.id, call: null })
    }
    await mustNotHaveLeft(container, row, input.action)
    const claim = await claims.send(row, consent)
    if (!claim) return new StepResponse(await explain(container, input))
    const { id, create_key, send_attempts } = claim
    return new StepResponse<ConsentResult>({ withdrawal_id: id, call: { create_key, send_attempts } })
  }
)

const NO_CAPS = { perWithdrawal: null, perDay: [] }

/**
 * What the claim itself has no words for, because it does not change while somebody looks. Whoever may not approve hears so
 * wherever the withdrawal is: it may come to wait for an approval in this very moment.
 */
async function assertMay(
  container: MedusaContainer,
  row: WithdrawalRow,
  { action, actor }: ConsentInput,
  limits: ReturnType<typeof limitsOf>
): Promise<void> {
  const against = action === "approve" ? findApprovalProblem(container, row, actor) : null
  if (against) throw payoutError(against)
  if (isBeforeSending(row)) await assertGoodDeal(container, row)
  if (limits !== "unlisted" || !isBeforeSending(row)) return
  const unlisted = findLimitProblem({ token: row.token, amount: row.amount, limits, usedToday: [] })
  if (unlisted) throw payoutError(unlisted)
}

/** What was stored before this version, or was found out since, is confirmed no more than a new one. */
async function assertGoodDeal(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const words = storedInconsistency(row)
  if (words) throw payoutError({ code: "quote_inconsistent", words })
  const { destinations } = container.resolve("onchain").payouts
  if (await destinations.ownAddress(row.chain, row.destination_address)) throw payoutError(OWN_ADDRESS)
}

/**
 * Searches for one that is older than a key is remembered, before its first call: a database that was restored, or a service
 * that has forgotten the key, would let it leave a second time.
 *
 * @throws MedusaError `conflict` when it has left, or may have; `not_allowed` when the service does not answer
 */
async function mustNotHaveLeft(
  container: MedusaContainer,
  row: WithdrawalRow,
  action: ConsentInput["action"]
): Promise<void> {
  const { options, payouts } = container.resolve("onchain")
  const askedAt = await payouts.withdrawals.store.now()
  const ageMs = askedAt.getTime() - row.created_at.getTime()
  if (!isBeforeSending(row) || ageMs <= keyLifeOf(row, options.assumptions)) return
  // The claim refuses it, with better words.
  if (isExpired(row, askedAt)) return
  const sinceRequest = { ...row, state_at: row.created_at }
  const search = await lookForWithdrawal(container, sinceRequest, { isThorough: true }).catch(
    explainUnreachable
  )
  if (search.found) {
    await recordWithdrawal(container, row, search.found, askedAt)
    throw await tooLate(container, row.id, action)
  }
  const words = mayHaveLeftInWords(search)
  if (words !== null) throw payoutError({ code: "may_have_left", words })
}

function isBeforeSending({ state }: WithdrawalRow): boolean {
  return state === "quoted" || state === "awaiting_approval"
}

/** Says why nothing was claimed. Whoever clicks twice hears what their first click did. */
async function explain(container: MedusaContainer, input: ConsentInput): Promise<ConsentResult> {
  const { payouts } = container.resolve("onchain")
  const row = await payouts.withdrawals.store.mustFind(input.withdrawal_id)
  const limits = limitsOf(container, row)
  const [now, deeds, destinationProblem, refundProblem, usedToday] = await Promise.all([
    payouts.withdrawals.store.now(),
    loadDeeds(container, row),
    findDestinationProblem(container, row),
    findRefundProblem(container, row),
    payouts.withdrawals.usedToday(row, typeof limits === "string" ? [] : limits.perDay),
  ])
  const { token, amount } = row
  const reason = whyNotSent({
    action: input.action,
    actorId: input.actor.id,
    quoteId: input.quote_id,
    state: row.state,
    currentQuoteId: row.quote_id,
    isQuoting: isQuoting(row, now),
    quoteExpiresAt: row.quote_expires_at,
    isQuoteExpired: isExpired(row, now),
    ...deeds,
    approvalProblem: findApprovalProblem(container, row, input.actor),
    refundProblem,
    destinationProblem,
    limitProblem: findLimitProblem({ token, amount, limits, usedToday }),
  })
  if (reason.kind === "same") return { withdrawal_id: row.id, call: null }
  throw payoutError(reason)
}
