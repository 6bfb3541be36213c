import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { StepResponse, WorkflowResponse, createStep, createWorkflow } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import {
  decideAfterFailure,
  type DepositAction,
  type DepositState,
  isResultOf,
  resolutionToState,
  STATE_AFTER,
  pauseBeforeRepeating,
} from "../../domain/deposit/deposit-lifecycle"
import { parseTxHash } from "../../domain/deposit/deposit-link"
import { isKeyTooOld, keyLifeMs } from "../../gateway/assumptions"
import type { GatewayClient } from "../../gateway/client/client"
import { GatewayError } from "../../gateway/client/errors"
import { type Found, findInList } from "../../gateway/client/lists"
import { type Deposit, REVIEW_REQUIRED } from "../../gateway/contract"
import { MAX_CLAIMS } from "../../modules/onchain/deposit/deposit-links"
import type { ClaimedDeposit, DepositRow } from "../../modules/onchain/deposit/deposit-store"
import { isChosen } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import type { OnchainBulkDepositAction, OnchainBulkDepositResult } from "../../types/http"
import { findVisible, type PaymentViewer } from "../payment/queries/view-payment"
import { resolveUnallocatedPayment } from "../payment/resolve-payment"
import { type AddressToScreen, screenAddress } from "../payout/destination"
import { assertPayoutAllowed } from "../payout/payout-access"
import { loadActorNames } from "../person-names"
import { workOff } from "../worker"
import { inEnglish, say } from "../../words/say"
import { refused, type RefusalFacts } from "../refusal-code"
import { conflictInWords, gatewayRefusalInWords, type ListedDeposit, refusalInWords } from "./deposit-words"
import {
  applicationWords,
  findApplication,
  loadCandidates,
  mustFindDeposit,
  surroundingsOf,
} from "./queries/view-deposits"

const { CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

type DepositActionInput = {
  deposit_id: string
  action: DepositAction
  actor_id: string
  actor_type?: string | undefined
  intent_id?: string | undefined
}

/** `is_pending`: the provider has not answered yet. */
type ActionResult = { deposit_id: string; is_pending: boolean }

/** Of any number of operators, one may call the provider. The same action again, while no process is calling, has the same key. */
export async function resolveDeposit(
  container: MedusaContainer,
  input: DepositActionInput
): Promise<ActionResult> {
  const { deposit_id, action, actor_id: actorId, actor_type = "user", intent_id: intentId = null } = input
  const { deposits } = container.resolve("onchain")
  if (action === "refund") await assertPayoutAllowed(container, { id: actorId, type: actor_type })
  const deposit = await mustFindDeposit(container, deposit_id)
  const request = { depositId: deposit.id, action, actorId, intentId }
  const surroundings = surroundingsOf(container, await loadCandidates(container, deposit))
  const outcome = await deposits.store.claim(request, surroundings)
  if (outcome.kind === "conflict") throw await depositConflict(container, outcome.row)
  if (outcome.kind === "refused") {
    const type = outcome.refusal.code === "not_a_candidate" ? INVALID_DATA : NOT_ALLOWED
    throw refused(type, refusalInWords(outcome.refusal))
  }
  const row = await executeAction(container, outcome.claim)
  await deposits.links.linkAndQueue(row.id)
  if (row.state === "in_review") throw new MedusaError(NOT_ALLOWED, row.last_error ?? "The provider refused.")
  const is_pending = row.state === "processing"
  if (is_pending || isResultOf(action, row.state)) return { deposit_id: row.id, is_pending }
  throw await depositConflict(container, row)
}

async function depositConflict(container: MedusaContainer, deposit: DepositRow): Promise<MedusaError> {
  const { state, action, action_by, action_at, state_at } = deposit
  const isOurs = action !== null && (state === "processing" || isResultOf(action, state))
  const nameOf = await loadActorNames(container, [action_by])
  const earlier = isOurs
    ? { action, by: nameOf(action_by), at: action_at }
    : { action: null, by: null, at: state_at }
  return refused(CONFLICT, conflictInWords({ state, ...earlier }))
}

/** An interrupted call is taken over when the lease runs out: with the same key the service acts once. */
export async function executeAction(container: MedusaContainer, claim: ClaimedDeposit): Promise<DepositRow> {
  try {
    return await callProvider(container, claim)
  } catch (error) {
    if (error instanceof GatewayError) return postpone(container, claim, error.message)
    throw error
  }
}

/** @throws GatewayError when the call is to be repeated */
async function callProvider(container: MedusaContainer, claim: ClaimedDeposit): Promise<DepositRow> {
  const { gateway, options, clock } = container.resolve("onchain")
  const ageMs = clock() - (claim.action_at?.getTime() ?? 0)
  if (isKeyTooOld(ageMs, keyLifeMs(options.assumptions.idempotency.retentionMs)))
    return look(container, claim, { code: "NO_ANSWER" })
  let resolution: string | undefined
  try {
    resolution = (await send(gateway, claim)).resolutionStatus
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { code, status, outcome, isRetryable } = error
    const next = decideAfterFailure({ code, status, outcome, isRetryable, attempts: claim.action_attempts })
    if (next === "repeat") throw error
    if (next === "look") return look(container, claim, error)
    return release(container, claim, error)
  }
  const reported = resolutionToState(resolution)
  if (reported === "in_review") return look(container, claim, { code: "NO_EFFECT" })
  const to = reported !== null && isResultOf(claim.action, reported) ? reported : STATE_AFTER[claim.action]
  return settle(container, claim, to, resolution)
}

function send(gateway: GatewayClient, claim: ClaimedDeposit) {
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

/** Releasing the deposit would allow a second action, with another key, while the provider may have executed the first. */
const LISTS_INCOMPLETE =
  "The provider's lists of deposits are incomplete and do not have this one, so what became of the action is unknown."

/** Where repeating the call shows nothing, the lists decide. @throws GatewayError when a list cannot be read */
async function look(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  cause: RefusalFacts
): Promise<DepositRow> {
  const found = await findAtGateway(container.resolve("onchain").gateway, claim.id)
  if (found.kind === "unknown") return postpone(container, claim, LISTS_INCOMPLETE)
  const status = found.kind === "found" ? found.row.resolutionStatus : undefined
  const state = resolutionToState(status)
  if (state !== null && state !== "in_review") return settle(container, claim, state, status)
  const listed = found.kind === "found" ? "in_review" : "absent"
  return release(container, claim, cause, listed)
}

type Lists = Pick<GatewayClient, "listDeposits">

/** No call reads a single deposit. `unknown` when it is absent from an incomplete list. */
export async function findAtGateway(gateway: Lists, id: string): Promise<Found<Deposit>> {
  const isWanted = ({ depositId }: Deposit) => depositId === id
  const inReview = await findInList(gateway.listDeposits({ status: REVIEW_REQUIRED }), isWanted)
  return inReview.kind === "found" ? inReview : findInList(gateway.listDeposits(), isWanted)
}

function settle(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  to: DepositState,
  status: string | undefined
): Promise<DepositRow> {
  const actorId = isResultOf(claim.action, to) ? claim.action_by : null
  const columns: Record<string, string> = status === undefined ? {} : { resolution_status: status }
  return storeOf(container).endAction(claim, to, { action: `deposit.${to}`, actorId, columns })
}

function release(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  cause: RefusalFacts,
  listed: ListedDeposit | null = null
): Promise<DepositRow> {
  const action = `deposit.${claim.action}_refused`
  const reason = inEnglish(gatewayRefusalInWords(claim.action, cause, listed))
  const answer = cause instanceof GatewayError ? cause.answer : null
  return storeOf(container).endAction(claim, "in_review", { action, actorId: null, reason, answer })
}

function postpone(container: MedusaContainer, claim: ClaimedDeposit, reason: string): Promise<DepositRow> {
  return storeOf(container).postpone(claim, reason, pauseBeforeRepeating(claim.action_attempts))
}

const storeOf = (container: MedusaContainer) => container.resolve("onchain").deposits.store

/** Assigns a deposit to an open payment. The following `invoice.paid` captures the order on the normal path. */
export function assignDeposit(
  container: MedusaContainer,
  input: { deposit_id: string; actor_id: string; intent_id: string }
): Promise<ActionResult> {
  return resolveDeposit(container, { ...input, action: "assign" })
}

/**
 * Accepts a deposit and pays the order that it was sent for with it. Nothing is accepted unless the order can take it. If the order
 * changes in between, or the provider has not answered yet, the accepted money waits under the unmatched payments.
 */
export async function applyDeposit(
  container: MedusaContainer,
  { order_id, ...input }: Omit<DepositActionInput, "action" | "intent_id"> & { order_id: string }
): Promise<ActionResult> {
  const { deposits } = container.resolve("onchain")
  const deposit = await mustFindDeposit(container, input.deposit_id)
  if (deposit.state === "in_review") {
    const application = await findApplication(container, deposit)
    if (application?.order.id !== order_id) throw refused(NOT_ALLOWED, say("deposit.not_its_order"))
    const inWords = await applicationWords(container, application)
    if (application.refusal) throw refused(NOT_ALLOWED, inWords(application.refusal))
  }
  const accepted = await resolveDeposit(container, { ...input, action: "accept" })
  const queued = await deposits.links.findQueued(deposit)
  if (accepted.is_pending || !queued) return { ...accepted, is_pending: true }
  const { actor_id, actor_type = "user" } = input
  const decision = { payment_id: queued.id, actor_id, actor_type, resolution: "apply", order_id } as const
  const { is_pending } = await resolveUnallocatedPayment(container, decision)
  return { ...accepted, is_pending }
}

/** `actor_type`: as Medusa authenticated the actor. @default "user" */
type RefundDepositInput = { deposit_id: string; actor_id: string; actor_type?: string }

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

const refundDepositStep = createStep(
  "refund-onchain-deposit-step",
  async (input: RefundDepositInput, { container }) =>
    new StepResponse(await resolveDeposit(container, { ...input, action: "refund" }))
)

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

/** Each under its own key, so that a repetition has no further effect. One that fails does not stop the others. */
export async function resolveManyDeposits(
  container: MedusaContainer,
  { action, ids, ...actor }: Omit<OneOfMany, "id"> & { ids: readonly string[] }
): Promise<OnchainBulkDepositResult[]> {
  const once = [...new Set(ids)]
  const waiting = [...once]
  const results = new Map<string, OnchainBulkDepositResult>()
  await workOff({
    claim: () => Promise.resolve(waiting.shift()),
    lanes: LANES,
    handle: async (id) => void results.set(id, await resolveOne(container, { ...actor, action, id })),
  })
  return once.flatMap((id) => results.get(id) ?? [])
}

type OneOfMany = { action: OnchainBulkDepositAction; id: string; actor_id: string; actor_type: string }

async function resolveOne(
  container: MedusaContainer,
  { action, id, ...actor }: OneOfMany
): Promise<OnchainBulkDepositResult> {
  const input = { ...actor, deposit_id: id }
  try {
    const { is_pending } =
      action === "accept"
        ? await resolveDeposit(container, { ...input, action })
        : (await refundDepositWorkflow(container).run({ input })).result
    return { id, result: is_pending ? "pending" : "done", message: null }
  } catch (error) {
    const known = refusalSchema.safeParse(error)
    if (known.success) {
      const { type, message } = known.data
      return { id, result: type === CONFLICT ? "conflict" : "refused", message }
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`onchain: ${action} of deposit ${id} among others failed: ${reasonOf(error)}`)
    const message =
      "The server failed, so the outcome is not known yet. Open the deposit before you try again."
    return { id, result: "pending", message }
  }
}

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
const refusalSchema = z.object({
  type: z.enum([CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND]),
  message: z.string(),
})

type LinkDepositInput = { deposit_id: string; payment_id: string; actor_id: string }

/** The order of the payment is kept while the deposit is in review; its accepted money can be applied to the order. */
export async function linkDeposit(
  container: MedusaContainer,
  { deposit_id, payment_id, actor_id }: LinkDepositInput
) {
  const { deposits, payments } = container.resolve("onchain")
  await mustFindDeposit(container, deposit_id)
  if (!(await payments.find({ id: payment_id })))
    throw new MedusaError(NOT_FOUND, `There is no payment ${payment_id}.`)
  const refusal = await deposits.links.linkByPerson(deposit_id, payment_id, actor_id)
  if (refusal)
    throw refused(refusal.code === "already_linked" ? CONFLICT : NOT_ALLOWED, refusalInWords(refusal))
  return { deposit_id, is_pending: false }
}

type TransactionClaim = Omit<PaymentViewer, "isDisplay"> & { tx_hash: string }

/**
 * Transactions are public, so a claim ties nothing and pays nothing. Once a list has the transaction in review, and it belongs to no
 * other payment, the payment asks for no more and its order is kept.
 */
export async function claimTransaction(container: MedusaContainer, { tx_hash, ...viewer }: TransactionClaim) {
  const { deposits, paymentChecks, networkNames, clock } = container.resolve("onchain")
  const { payment } = await findVisible(container, { ...viewer, isDisplay: false }, clock())
  if (!isChosen(payment)) throw new MedusaError(NOT_ALLOWED, "Choose a network and a token first.")
  const hash = parseTxHash(payment.chain, tx_hash)
  const networkName = await networkNames.load()
  if (hash === null)
    throw new MedusaError(
      INVALID_DATA,
      `tx_hash: expected the hash of a transaction on ${networkName(payment.chain, payment.network_id)}`
    )
  if (!(await deposits.links.claim(payment, hash)))
    throw new MedusaError(
      NOT_ALLOWED,
      `This payment names ${MAX_CLAIMS} transactions already. Ask the shop about the others.`
    )
  // The money may be there: a part is seen sooner.
  await paymentChecks.bringForward(payment.id)
  return { tx_hash: hash }
}
