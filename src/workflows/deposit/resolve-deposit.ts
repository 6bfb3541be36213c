import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { StepResponse, WorkflowResponse, createStep, createWorkflow } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { type DepositAction, isResultOf } from "../../domain/deposit/deposit-lifecycle"
import type { DepositRow } from "../../modules/onchain/deposit/deposit-store"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import type { OnchainBulkDepositAction, OnchainBulkDepositResult } from "../../types/http"
import { conflictInWords, refusalInWords } from "./deposit-words"
import { executeAction, type ActionEnd } from "./execute-deposit-action"
import { loadSurroundings } from "./queries/view-deposits"
import { assertPayoutAllowed } from "../payout/payout-access"
import { type AddressToScreen, screenAddress } from "../payout/destination"
import { loadActorNames } from "../person-names"

/** `intent_id` belongs to an assignment. */
type DepositActionInput = {
  deposit_id: string
  action: DepositAction
  actor_id: string
  /** Such as `user` or `api-key`; matters where money leaves. */
  actor_type?: string | undefined
  intent_id?: string | undefined
}

/** `is_pending`: the provider has not answered yet. */
export type ActionResult = { deposit_id: string; is_pending: boolean }

/**
 * Executes an action on a deposit. Of any number of operators, one may call the provider. The same action again, while its answer is
 * missing and no process is calling, is the same claim with the same key.
 *
 * @throws MedusaError `forbidden` for a refund by an actor who may not move money out; `not_found`; `not_allowed` with the reason, also
 * that of the provider; `conflict` with who was faster
 */
async function resolveDeposit(container: MedusaContainer, input: DepositActionInput): Promise<ActionResult> {
  const { deposit_id, action, actor_id: actorId, actor_type = "user", intent_id: intentId = null } = input
  const { deposits, payments } = container.resolve("onchain")
  if (action === "refund") await assertPayoutAllowed(container, { id: actorId, type: actor_type })
  const deposit = await mustFindDeposit(container, deposit_id)
  const request = { depositId: deposit.id, action, actorId, intentId }
  const outcome = await deposits.claims.claim(request, await loadSurroundings(container, deposit))
  switch (outcome.kind) {
    case "claimed": {
      const end = await executeAction(container, outcome.claim)
      await deposits.links.linkAndQueue(payments, deposit.id)
      return toResult(container, end)
    }
    case "conflict":
      throw await depositConflict(container, outcome.row)
    case "refused": {
      const { INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
      const type = outcome.refusal.code === "not_a_candidate" ? INVALID_DATA : NOT_ALLOWED
      throw new MedusaError(type, refusalInWords(outcome.refusal))
    }
  }
}

/** The service sends a deposit back to where it came from. @throws MedusaError `forbidden`; `not_found` */
const findDepositSenderStep = createStep(
  "find-onchain-deposit-sender",
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

/** Takes a deposit as income without an order. */
export function acceptDeposit(
  container: MedusaContainer,
  input: { deposit_id: string; actor_id: string }
): Promise<ActionResult> {
  return resolveDeposit(container, { ...input, action: "accept" })
}

/** Assigns a deposit to an open payment. The following `invoice.paid` captures the order on the normal path. */
export function assignDeposit(
  container: MedusaContainer,
  input: { deposit_id: string; actor_id: string; intent_id: string }
): Promise<ActionResult> {
  return resolveDeposit(container, { ...input, action: "assign" })
}

const refundDepositStep = createStep(
  "refund-onchain-deposit-step",
  async (input: RefundDepositInput, { container }) =>
    new StepResponse(await resolveDeposit(container, { ...input, action: "refund" }))
)

/** `actor_type`: as Medusa authenticated the actor. @default "user" */
type RefundDepositInput = { deposit_id: string; actor_id: string; actor_type?: string }

/**
 * Sends a deposit back to its sender. Money leaves, so the actor must be allowed to move it out.
 *
 * Hook `screenAddress`: a handler can refuse the sender before the service is called.
 */
export const refundDepositWorkflow = createWorkflow("refund-onchain-deposit", (input: RefundDepositInput) => {
  const screening = screenAddress(findDepositSenderStep(input))
  return new WorkflowResponse(refundDepositStep(input), { hooks: [screening] })
})

/** Deposits that are resolved at the same time: they share the rate limit with everything else. */
const LANES = 4

export type ManyDeposits = {
  action: OnchainBulkDepositAction
  ids: readonly string[]
  actor_id: string
  actor_type: string
}

/**
 * Accepts or refunds several deposits, each on its own and under its own key, so that a repetition has no
 * further effect. One that fails does not stop the others.
 *
 * @returns one result for each id, in order
 */
export async function resolveManyDeposits(
  container: MedusaContainer,
  { action, ids, ...actor }: ManyDeposits
): Promise<OnchainBulkDepositResult[]> {
  const once = [...new Set(ids)]
  const waiting = [...once]
  const results = new Map<string, OnchainBulkDepositResult>()
  const runLane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      results.set(id, await resolveOne(container, action, { ...actor, deposit_id: id }))
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  return once.flatMap((id) => results.get(id) ?? [])
}

type One = { deposit_id: string; actor_id: string; actor_type: string }

const ACTIONS = {
  accept: acceptDeposit,
  refund: async (container: MedusaContainer, input: One) =>
    (await refundDepositWorkflow(container).run({ input })).result,
} as const satisfies Record<OnchainBulkDepositAction, unknown>

async function resolveOne(
  container: MedusaContainer,
  action: OnchainBulkDepositAction,
  input: One
): Promise<OnchainBulkDepositResult> {
  const { deposit_id: id } = input
  try {
    const { is_pending } = await ACTIONS[action](container, input)
    return { id, result: is_pending ? "pending" : "done", message: null }
  } catch (error) {
    const known = refusalSchema.safeParse(error)
    if (known.success) {
      const { type, message } = known.data
      return { id, result: type === MedusaError.Types.CONFLICT ? "conflict" : "refused", message }
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`onchain: ${action} of deposit ${id} among others failed: ${reasonOf(error)}`)
    return { id, result: "pending", message: UNKNOWN }
  }
}

const UNKNOWN = "The server failed, so the outcome is not known yet. Open the deposit before you try again."

const { CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
const refusalSchema = z.object({
  type: z.enum([CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND]),
  message: z.string(),
})
