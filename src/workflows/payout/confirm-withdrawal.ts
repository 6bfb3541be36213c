import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { WithdrawalConsent } from "../../domain/payout/withdrawal-consent"
import { doubtBeforeSending } from "../../domain/payout/withdrawal-search"
import { isBeforeSending } from "../../domain/payout/withdrawal-standing"
import type { ClaimedWithdrawal } from "../../modules/onchain/payout/withdrawal-claims"
import { isClaimed } from "../../modules/onchain/payout/withdrawal-claims"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { executeWithdrawal, keyLifeOf } from "./execute-withdrawal"
import { recordWithdrawal } from "./follow-withdrawal"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { lookForWithdrawal } from "./search-withdrawal"
import { explainUnreachable, limitsOf } from "./withdrawal-asset"
import { doubtBeforeSendingInWords } from "./withdrawal-gateway-words"
import {
  conflictError,
  findWithdrawal,
  refusalError,
  type WithdrawalAnswer,
  answerAfterSending,
  answerOf,
} from "./withdrawal-outcome"

export const consentToWithdrawalStepId = "consent-to-onchain-withdrawal"

/** The quote that the actor has read and agrees to. */
type ConsentInput = {
  withdrawal_id: string
  quote_id: string
  action: "confirm" | "approve"
  actor: RequestActor
}

/** The call to send now; null when another user has to approve first, or it was sent before. */
type ConsentResult = {
  withdrawal_id: string
  call: { create_key: string; send_attempts: number } | null
}

/**
 * Confirms or approves a withdrawal: of all attempts, one may call the service.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed`, or `conflict` with who was faster or with what
 * became of the quote
 */
const consentToWithdrawalStep = createStep(
  consentToWithdrawalStepId,
  async (input: ConsentInput, { container }) => {
    const { id, type, ownerId } = await assertPayoutAllowed(container, input.actor)
    const row = await findWithdrawal(container, input.withdrawal_id)
    const { options, payouts } = container.resolve("onchain")
    const { claims } = payouts.withdrawals
    const consent: WithdrawalConsent = {
      action: input.action,
      quoteId: input.quote_id,
      actor: { id, type, ownerId },
    }
    const policy = { ...options.payouts, limits: limitsOf(container, row) }
    if (await mayHaveLeft(container, row)) {
      const decision = await claims.preview(row, consent, policy)
      if (decision.kind === "refused") throw await refusalError(container, decision.refusal)
      if (decision.kind === "send") await mustNotHaveLeft(container, row, input.action)
    }
    const consented = await claims.consent(row, consent, policy)
    if (consented.kind === "refused") throw await refusalError(container, consented.refusal)
    const call = consented.kind === "sent" ? callOf(consented.row) : null
    return new StepResponse<ConsentResult>({ withdrawal_id: row.id, call })
  }
)

function callOf({ create_key, send_attempts }: ClaimedWithdrawal): ConsentResult["call"] {
  return { create_key, send_attempts }
}

/**
 * Whether it is older than its key is remembered: a restored database, or a provider that has forgotten the
 * key, would send it a second time.
 */
async function mayHaveLeft(container: MedusaContainer, row: WithdrawalRow): Promise<boolean> {
  const { options, payouts } = container.resolve("onchain")
  const now = await payouts.withdrawals.store.now()
  return (
    isBeforeSending(row) && now.getTime() - row.created_at.getTime() > keyLifeOf(row, options.assumptions)
  )
}

/**
 * Searches for it before its first call.
 *
 * @throws MedusaError `conflict` when it has left, or may have; `not_allowed` when the service does not
 * answer
 */
async function mustNotHaveLeft(
  container: MedusaContainer,
  row: WithdrawalRow,
  action: ConsentInput["action"]
): Promise<void> {
  const askedAt = await container.resolve("onchain").payouts.withdrawals.store.now()
  const sinceRequest = { ...row, state_at: row.created_at }
  const search = await lookForWithdrawal(container, sinceRequest, { isThorough: true }).catch(
    explainUnreachable
  )
  if (search.found) {
    await recordWithdrawal(container, row, search.found, { askedAt, source: "service" })
    throw await conflictError(container, row.id, action)
  }
  const doubt = doubtBeforeSending(search)
  if (doubt !== null) throw payoutError("may_have_left", doubtBeforeSendingInWords(doubt))
}

export const sendWithdrawalStepId = "send-onchain-withdrawal"

/**
 * Sends a claimed withdrawal. One that another process has taken over is left to it.
 *
 * @throws MedusaError `not_allowed` with the service's reason; `conflict` when it no longer accepts the quote
 */
const sendWithdrawalStep = createStep(
  sendWithdrawalStepId,
  async ({ withdrawal_id, call }: ConsentResult, { container }) => {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const row = await store.mustFind(withdrawal_id)
    if (call === null) return new StepResponse<WithdrawalAnswer>(answerOf(row))
    const isOurs =
      isClaimed(row) && row.create_key === call.create_key && row.send_attempts === call.send_attempts
    const end = isOurs ? await executeWithdrawal(container, row) : row
    return new StepResponse<WithdrawalAnswer>(answerAfterSending(end))
  }
)

export const confirmWithdrawalWorkflowId = "confirm-onchain-withdrawal"

/** Money leaves, unless a second user has to approve. */
export const confirmWithdrawalWorkflow = createWorkflow(
  confirmWithdrawalWorkflowId,
  (input: Omit<ConsentInput, "action">) => {
    const consent = transform(input, (given): ConsentInput => ({ ...given, action: "confirm" }))
    return new WorkflowResponse(sendWithdrawalStep(consentToWithdrawalStep(consent)))
  }
)

export const approveWithdrawalWorkflowId = "approve-onchain-withdrawal"

/** Approves another user's confirmation. Money leaves. */
export const approveWithdrawalWorkflow = createWorkflow(
  approveWithdrawalWorkflowId,
  (input: Omit<ConsentInput, "action">) => {
    const consent = transform(input, (given): ConsentInput => ({ ...given, action: "approve" }))
    return new WorkflowResponse(sendWithdrawalStep(consentToWithdrawalStep(consent)))
  }
)
