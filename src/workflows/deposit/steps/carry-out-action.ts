import type { MedusaContainer } from "@medusajs/framework/types"
import { decideAfterFailure, isResultOf } from "../../../domain/deposit-answer"
import { resolutionToState, STATE_AFTER, type DepositState } from "../../../domain/deposit-lifecycle"
import { isKeyTooOld, keyLifeMs } from "../../../domain/idempotency-age"
import { refusalInWords } from "../../../domain/deposit-refusal"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import { GatewayError } from "../../../gateway/client/errors"
import type { DepositAction } from "../../../gateway/contract"
import type { ClaimedDeposit } from "../../../modules/onchain/deposit-claims"
import { findAtGateway } from "../../../modules/onchain/deposit-lookup"
import { type ActionEnd, postponeAction, releaseAction, settleAction } from "./action-end"

/**
 * Sends the call of an action, and stores what it led to.
 *
 * Whatever is cut off here is taken over when the lease runs out, and ends the same way: the key is the same, so the
 * service acts once.
 */
export async function carryOutAction(container: MedusaContainer, claim: ClaimedDeposit): Promise<ActionEnd> {
  const { gateway, options, clock } = container.resolve("onchain")
  const ageMs = clock() - (claim.action_at?.getTime() ?? 0)
  if (isKeyTooOld(ageMs, keyLifeMs(options.assumptions.idempotency.retentionMs)))
    return look(container, claim, "NO_ANSWER")
  try {
    const { resolutionStatus } = await send(gateway, claim)
    const told = toState(container, resolutionStatus)
    if (told === "in_review") return await look(container, claim, "NO_EFFECT")
    const to = told !== null && isResultOf(claim.action, told) ? told : STATE_AFTER[claim.action]
    return await settleAction(container, claim, to, resolutionStatus)
  } catch (error) {
    if (error instanceof GatewayError) return afterFailure(container, claim, error)
    throw error
  }
}

/** Releasing the deposit would allow a second action, with another key, while the first may have been carried out. */
const LISTS_INCOMPLETE =
  "The provider's lists of deposits are incomplete and do not have this one, so what became of the action is unknown."

function send(gateway: GatewayClient, claim: ClaimedDeposit): Promise<DepositAction> {
  const call = { idempotencyKey: claim.action_key }
  switch (claim.action) {
    case "assign":
      return gateway.assignDeposit(claim.id, { intentId: claim.action_intent_id ?? "" }, call)
    case "accept":
      return gateway.acceptDeposit(claim.id, call)
    case "refund":
      return gateway.refundDeposit(claim.id, call)
  }
}

async function afterFailure(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  error: GatewayError
): Promise<ActionEnd> {
  const { code, outcome, isRetryable, requestId } = error
  switch (decideAfterFailure({ code, outcome, isRetryable, attempts: claim.action_attempts })) {
    case "release":
      return releaseAction(container, claim, refusalInWords(claim.action, code, requestId))
    case "repeat":
      return postponeAction(container, claim, error.message)
    case "look":
      return look(container, claim, code, requestId)
  }
}

/** Asks the lists what became of the deposit, where repeating the call cannot tell. */
async function look(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  code: string,
  requestId?: string
): Promise<ActionEnd> {
  try {
    const found = await findAtGateway(container.resolve("onchain").gateway, claim.id)
    if (found.kind === "unknown") return await postponeAction(container, claim, LISTS_INCOMPLETE)
    const status = found.kind === "found" ? found.row.resolutionStatus : undefined
    const state = toState(container, status)
    if (state !== null && state !== "in_review") return await settleAction(container, claim, state, status)
    return await releaseAction(container, claim, refusalInWords(claim.action, code, requestId))
  } catch (error) {
    if (error instanceof GatewayError) return postponeAction(container, claim, error.message)
    throw error
  }
}

function toState(container: MedusaContainer, status: string | undefined): DepositState | null {
  const { assumptions } = container.resolve("onchain").options
  return status === undefined ? null : resolutionToState(status, assumptions.statuses.deposit)
}
