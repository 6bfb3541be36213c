import type { MedusaContainer } from "@medusajs/framework/types"
import {
  decideAfterFailure,
  type DepositState,
  isResultOf,
  resolutionToState,
  STATE_AFTER,
} from "../../domain/deposit/deposit-lifecycle"
import { isKeyTooOld, keyLifeMs, pauseBeforeRepeating } from "../../domain/repeated-call"
import { GatewayError } from "../../gateway/client/errors"
import type { GatewayClient } from "../../gateway/client/client"
import { type Found, findInList } from "../../gateway/client/lists"
import { type Deposit, type DepositAction, REVIEW_REQUIRED } from "../../gateway/contract"
import type { ClaimedDeposit, DepositRow } from "../../modules/onchain/deposit/deposit-store"
import { gatewayRefusalInWords, type RefusalFacts } from "./deposit-words"

/**
 * Sends the call of an action, and stores its outcome.
 *
 * An interrupted call is taken over when the lease runs out and ends the same way: with the same key the
 * service acts once.
 */
export async function executeAction(container: MedusaContainer, claim: ClaimedDeposit): Promise<ActionEnd> {
  const { gateway, options, clock } = container.resolve("onchain")
  const ageMs = clock() - (claim.action_at?.getTime() ?? 0)
  if (isKeyTooOld(ageMs, keyLifeMs(options.assumptions.idempotency.retentionMs)))
    return look(container, claim, { code: "NO_ANSWER" })
  try {
    const { resolutionStatus } = await send(gateway, claim)
    const reported = toState(resolutionStatus)
    if (reported === "in_review") return await look(container, claim, { code: "NO_EFFECT" })
    const to = reported !== null && isResultOf(claim.action, reported) ? reported : STATE_AFTER[claim.action]
    return await settleAction(container, claim, to, resolutionStatus)
  } catch (error) {
    if (error instanceof GatewayError) return afterFailure(container, claim, error)
    throw error
  }
}

/**
 * Releasing the deposit would allow a second action, with another key, while the provider may have executed
 * the first.
 */
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
  switch (decideAfterFailure({ ...failureOf(error), attempts: claim.action_attempts })) {
    case "release":
      return releaseAction(container, claim, gatewayRefusalInWords(claim.action, error))
    case "repeat":
      return postponeAction(container, claim, error.message)
    case "look":
      return look(container, claim, error)
  }
}

function failureOf({ code, status, outcome, isRetryable }: GatewayError) {
  return { code, status, outcome, isRetryable }
}

/** Looks up in the lists what became of the deposit, where repeating the call shows nothing. */
async function look(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  cause: RefusalFacts
): Promise<ActionEnd> {
  try {
    const found = await findAtGateway(container.resolve("onchain").gateway, claim.id)
    if (found.kind === "unknown") return await postponeAction(container, claim, LISTS_INCOMPLETE)
    const status = found.kind === "found" ? found.row.resolutionStatus : undefined
    const state = toState(status)
    if (state !== null && state !== "in_review") return await settleAction(container, claim, state, status)
    const words = gatewayRefusalInWords(claim.action, cause, found.kind === "found" ? "in_review" : "absent")
    return await releaseAction(container, claim, words)
  } catch (error) {
    if (error instanceof GatewayError) return postponeAction(container, claim, error.message)
    throw error
  }
}

function toState(status: string | undefined): DepositState | null {
  return status === undefined ? null : resolutionToState(status)
}

/**
 * `done`; `pending`: repeated with its key until there is an answer; `refused`: it did not happen, and the
 * deposit is back in review; `overtaken`: the deposit was resolved otherwise, here or at the provider.
 */
export type ActionEnd = { kind: "done" | "pending" | "refused" | "overtaken"; row: DepositRow }

async function settleAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  to: DepositState,
  status: string | undefined
): Promise<ActionEnd> {
  const { store } = container.resolve("onchain").deposits
  const moved = await store.endAction(claim, to, {
    action: `deposit.${to}`,
    actorId: isResultOf(claim.action, to) ? claim.action_by : null,
    facts: status === undefined ? {} : { resolution_status: status },
  })
  return endOf(claim, moved ?? (await store.mustFind(claim.id)))
}

/** A call that outlived its lease changes nothing here. */
async function releaseAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  reason: string
): Promise<ActionEnd> {
  const { store } = container.resolve("onchain").deposits
  const moved = await store.endAction(claim, "in_review", {
    action: `deposit.${claim.action}_refused`,
    actorId: null,
    reason,
  })
  return endOf(claim, moved ?? (await store.mustFind(claim.id)))
}

/** Leaves the action to the job. */
async function postponeAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  reason: string
): Promise<ActionEnd> {
  const { store, claims } = container.resolve("onchain").deposits
  await claims.postpone(claim, reason, pauseBeforeRepeating(claim.action_attempts))
  return endOf(claim, await store.mustFind(claim.id))
}

function endOf({ action }: Pick<ClaimedDeposit, "action">, row: DepositRow): ActionEnd {
  if (row.state === "processing") return { kind: "pending", row }
  if (row.state === "in_review") return { kind: "refused", row }
  return { kind: isResultOf(action, row.state) ? "done" : "overtaken", row }
}

type Lists = Pick<GatewayClient, "listDeposits">

/**
 * Whether the provider has a deposit in review: `absent` from the whole list, or `unknown` in an incomplete
 * one. No call reads a single deposit.
 */
export function findInReview(gateway: Lists, depositId: string): Promise<Found<Deposit>> {
  return findInList(gateway.listDeposits({ status: REVIEW_REQUIRED }), (one) => one.depositId === depositId)
}

/** In review first, then in the whole list. */
export async function findAtGateway(gateway: Lists, depositId: string): Promise<Found<Deposit>> {
  const inReview = await findInReview(gateway, depositId)
  if (inReview.kind === "found") return inReview
  return findInList(gateway.listDeposits(), (one) => one.depositId === depositId)
}
