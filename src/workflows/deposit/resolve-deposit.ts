import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { isResultOf } from "../../domain/deposit/deposit-action"
import type { DepositAction } from "../../domain/deposit/deposit-lifecycle"
import type { DepositRow } from "../../modules/onchain/deposit/deposit-row"
import type { ClaimedDeposit } from "../../modules/onchain/deposit/deposit-store"
import { assertPayoutAllowed } from "../payout/payout-access"
import { type AddressToScreen, screenAddress } from "../payout/screen-address"
import { loadActorNames } from "../person-names"
import type { ActionEnd } from "./execute-deposit-action"
import { executeAction, endOf } from "./execute-deposit-action"
import { conflictInWords, refusalInWords } from "./deposit-words"
import { loadSurroundings } from "./queries/deposit-options"

export const claimDepositStepId = "claim-onchain-deposit"

/** `intent_id` belongs to an assignment. */
export type DepositActionInput = {
  deposit_id: string
  action: DepositAction
  actor_id: string
  /** Such as `user` or `api-key`; matters where money leaves. */
  actor_type?: string | undefined
  intent_id?: string | undefined
}

/**
 * Of any number of operators, one may call the provider. The same action again, while its answer is missing
 * and no process is calling, is the same claim with the same key.
 *
 * @throws MedusaError `forbidden` for a refund by an actor who may not move money out; `not_found`;
 * `not_allowed` with the reason; `conflict` with who was faster
 */
const claimDepositStep = createStep(claimDepositStepId, async (input: DepositActionInput, { container }) => {
  const { deposit_id, action, actor_id: actorId, actor_type = "user", intent_id: intentId = null } = input
  const { claims } = container.resolve("onchain").deposits
  if (action === "refund") await assertPayoutAllowed(container, { id: actorId, type: actor_type })
  const deposit = await mustFindDeposit(container, deposit_id)
  const request = { depositId: deposit.id, action, actorId, intentId }
  const outcome = await claims.claim(request, await loadSurroundings(container, deposit))
  switch (outcome.kind) {
    case "claimed":
      return new StepResponse({ deposit_id, action, action_attempts: outcome.claim.action_attempts })
    case "conflict":
      throw await depositConflict(container, outcome.row)
    case "refused": {
      const { INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
      const type = outcome.refusal.code === "not_a_candidate" ? INVALID_DATA : NOT_ALLOWED
      throw new MedusaError(type, refusalInWords(outcome.refusal))
    }
  }
})

export const findDepositSenderStepId = "find-onchain-deposit-sender"

/** The service sends a deposit back to where it came from. @throws MedusaError `forbidden`; `not_found` */
const findDepositSenderStep = createStep(
  findDepositSenderStepId,
  async (input: RefundDepositInput, { container }) => {
    const { deposit_id, actor_id, actor_type = "user" } = input
    await assertPayoutAllowed(container, { id: actor_id, type: actor_type })
    const deposit = await mustFindDeposit(container, deposit_id)
    const { from_address: address, chain, network_id, customer_id } = deposit
    const toScreen: AddressToScreen = {
      ...{ address, memo: null, chain, network_id, customer_id, order_id: null },
      ...{ purpose: "deposit_refund", actor_id },
    }
    return new StepResponse(toScreen)
  }
)

async function mustFindDeposit(container: MedusaContainer, id: string): Promise<DepositRow> {
  const deposit = await container.resolve("onchain").deposits.store.find(id)
  if (!deposit) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${id}.`)
  return deposit
}

export const sendDepositActionStepId = "send-onchain-deposit-action"

/** `is_pending`: the provider has not answered yet. */
export type ActionResult = { deposit_id: string; is_pending: boolean }

/**
 * @throws MedusaError `not_allowed` with the provider's reason, `conflict` when the deposit was resolved
 * otherwise
 */
const sendDepositActionStep = createStep(
  sendDepositActionStepId,
  async (input: { deposit_id: string; action: DepositAction; action_attempts: number }, { container }) => {
    const { deposits, payments } = container.resolve("onchain")
    const row = await deposits.store.mustFind(input.deposit_id)
    const isOurs = isClaimed(row) && row.action_attempts === input.action_attempts
    const end = isOurs ? await executeAction(container, row) : endOf(input, row)
    await deposits.links.linkAndQueue(payments, row.id)
    return new StepResponse(await toResult(container, end))
  }
)

async function toResult(container: MedusaContainer, { kind, row }: ActionEnd): Promise<ActionResult> {
  switch (kind) {
    case "done":
    case "pending":
      return { deposit_id: row.id, is_pending: kind === "pending" }
    case "refused":
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, row.last_error ?? "The provider refused.")
    case "overtaken":
      throw await depositConflict(container, row)
  }
}

function isClaimed(row: {
  state: string
  action: string | null
  action_key: string | null
}): row is ClaimedDeposit {
  return row.state === "processing" && row.action !== null && row.action_key !== null
}

/** Says who was faster. */
async function depositConflict(container: MedusaContainer, deposit: DepositRow): Promise<MedusaError> {
  const nameOf = await loadActorNames(container, [deposit.action_by])
  const { state, action, action_at, state_at } = deposit
  const isOurs = action !== null && (state === "processing" || isResultOf(action, state))
  const message = conflictInWords({
    state,
    action: isOurs ? action : null,
    by: isOurs ? nameOf(deposit.action_by) : null,
    at: isOurs ? action_at : state_at,
  })
  return new MedusaError(MedusaError.Types.CONFLICT, message)
}

export const acceptDepositWorkflowId = "accept-onchain-deposit"

/** Takes a deposit as income without an order. */
export const acceptDepositWorkflow = createWorkflow(
  acceptDepositWorkflowId,
  (input: { deposit_id: string; actor_id: string }) => {
    const request = transform(input, (choice) => ({ ...choice, action: "accept" as const }))
    const claim = claimDepositStep(request)
    return new WorkflowResponse(sendDepositActionStep(claim))
  }
)

export const assignDepositWorkflowId = "assign-onchain-deposit"

/**
 * Assigns a deposit to an open payment. The following `invoice.paid` captures the order on the normal path.
 */
export const assignDepositWorkflow = createWorkflow(
  assignDepositWorkflowId,
  (input: { deposit_id: string; actor_id: string; intent_id: string }) => {
    const request = transform(input, (choice) => ({ ...choice, action: "assign" as const }))
    const claim = claimDepositStep(request)
    return new WorkflowResponse(sendDepositActionStep(claim))
  }
)

export const refundDepositWorkflowId = "refund-onchain-deposit"

/** `actor_type`: as Medusa authenticated the actor. @default "user" */
type RefundDepositInput = { deposit_id: string; actor_id: string; actor_type?: string }

/**
 * Money leaves, so the actor must be allowed to move it out.
 *
 * Hook `screenAddress`: a handler can refuse the sender before the service is called.
 */
export const refundDepositWorkflow = createWorkflow(refundDepositWorkflowId, (input: RefundDepositInput) => {
  const toScreen = findDepositSenderStep(input)
  const screening = screenAddress(toScreen)
  const request = transform(input, (choice) => ({ ...choice, action: "refund" as const }))
  const claim = claimDepositStep(request)
  return new WorkflowResponse(sendDepositActionStep(claim), { hooks: [screening] })
})
