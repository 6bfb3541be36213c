import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  notPossible,
  obstacleTo,
  involvedIn,
  permissionFor,
  type WithdrawalAction,
  type WithdrawalRefusal,
} from "../../domain/payout/withdrawal-decisions"
import {
  approvalOn,
  findAssetProblem,
  PAYOUT_CODES,
  type PayoutActor,
  type PayoutCode,
  type PayoutRefusal,
  payoutRefusal,
  reasonAgainstApproval,
} from "../../domain/payout/payout-gate"
import type { CatalogSnapshot } from "../../gateway/client/lists"
import type { OnchainOptions } from "../../modules/onchain/options/options"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import type { OnchainPayoutAccessResponse } from "../../types/http"
import type { DestinationRow } from "../../modules/onchain/payout/destinations"
import type { ActionResult, WithdrawalRow } from "../../modules/onchain/payout/withdrawal-store"
import { toChoice, toReason, type Words } from "../../words/say"
import { loadActorNames } from "../person-names"
import { refused } from "../refusal-code"
import {
  approvalProblemInWords,
  assetProblemInWords,
  payoutRefusalInWords,
  refusalInWords,
} from "./payout-words"

/**
 * Move money out or choose its destination, or record what was paid by other means. That moves nothing and
 * calls nothing, so it takes no payout key: without one every refund is paid by other means.
 */
export type PayoutPermission = "moves" | "notes"

/** @returns a null refusal for an actor who may move money out */
export async function findPayoutRefusal(
  container: MedusaContainer,
  actor: RequestActor,
  permission: PayoutPermission = "moves"
): Promise<{ refusal: PayoutRefusal | null; actor: PayoutActor }> {
  const { options } = container.resolve("onchain")
  const known = await findPayoutActor(container, actor)
  const refusal = payoutRefusal({
    hasPayoutKey: permission === "notes" || options.payoutApiKey !== undefined,
    actor: known,
    allowedUsers: options.payouts.allowedUsers,
    allowApiKeys: options.payouts.allowApiKeys,
  })
  return { refusal, actor: known }
}

/**
 * First in every workflow that moves money out: a merchant's own code calls them without our routes. Nothing
 * moves under options that are not recorded.
 *
 * @throws MedusaError `forbidden` with the code of the refusal
 */
export async function assertPayoutAllowed(
  container: MedusaContainer,
  actor: RequestActor,
  permission?: PayoutPermission
): Promise<PayoutActor> {
  const found = await findPayoutRefusal(container, actor, permission)
  if (found.refusal === null) {
    await container.resolve("onchain").payouts.accessLog.note()
    return found.actor
  }
  throw payoutError(found.refusal.code, payoutRefusalInWords(found.refusal))
}

/** As Medusa has authenticated it. `type` such as `user` or `api-key`. */
export type RequestActor = { id: string; type: string }

/** Name in a request's own container under which {@link keepPayoutActor} registers the sender. */
const REQUEST_ACTOR = "onchainPayoutActor"

/** Keeps the sender for the rest of a request: the gate, the action and its answer see the same person. */
export function keepPayoutActor(scope: MedusaContainer, actor: PayoutActor): void {
  scope.register(REQUEST_ACTOR, asValue(actor))
}

/**
 * Finds the person behind a request that moves money out: for a key the user who made it, or one person could
 * count as two. A key made by another key has no person behind it.
 *
 * A deleted user is unknown, although their token may still be valid, and so is the deleted maker of a key.
 */
export async function findPayoutActor(
  container: MedusaContainer,
  { id, type }: RequestActor
): Promise<PayoutActor> {
  const kept = container.resolve<PayoutActor | undefined>(REQUEST_ACTOR, { allowUnregistered: true })
  if (kept?.id === id && kept.type === type) return kept
  const ownerId = type === "api-key" ? await findMaker(container, id) : null
  const isKnown = await isUser(container, type === "user" ? id : ownerId)
  return { id, type, ownerId, isKnown }
}

/** @returns null when there is no such key, or its maker is unknown */
async function findMaker(container: MedusaContainer, keyId: string): Promise<string | null> {
  if (keyId === "") return null
  const keys = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ id: [keyId] }, { select: ["id", "created_by"] })
  return keys[0]?.created_by || null
}

async function isUser(container: MedusaContainer, userId: string | null): Promise<boolean> {
  if (userId === null || userId === "") return false
  const users = await container.resolve(Modules.USER).listUsers({ id: [userId] }, { select: ["id"] })
  return users.some(({ id }) => id === userId)
}

const TYPES = {
  400: MedusaError.Types.NOT_ALLOWED,
  403: MedusaError.Types.FORBIDDEN,
  409: MedusaError.Types.CONFLICT,
} as const satisfies Record<(typeof PAYOUT_CODES)[keyof typeof PAYOUT_CODES], string>

export function payoutError(code: PayoutCode, words: Words | string): MedusaError {
  return refused(TYPES[PAYOUT_CODES[code]], words, code)
}

/** @throws MedusaError `not_found` */
export async function findWithdrawal(container: MedusaContainer, id: string): Promise<WithdrawalRow> {
  const row = await container.resolve("onchain").payouts.withdrawals.store.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no withdrawal ${id}.`)
}

/** @throws MedusaError `not_found` */
export async function mustFindDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
}

/** Ending a withdrawal needs the same second approver as paying it; a failure has already ended. @throws MedusaError `forbidden`; `not_found` */
export async function findToEnd(
  container: MedusaContainer,
  { withdrawal_id, actor }: ActionInput,
  action: WithdrawalAction = "end"
): Promise<{ row: WithdrawalRow; actorId: string }> {
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertPayoutAllowed(container, actor)
  const { options, payouts } = container.resolve("onchain")
  const standing = await payouts.withdrawals.store.standing(row.id)
  if (permissionFor(action, standing) !== "approver") return { row, actorId }
  const approval = approvalOn(row.chain, options.payouts.approval)
  const against = reasonAgainstApproval({ approval, actor, involved: involvedIn(standing) })
  if (against) throw payoutError(against.code, approvalProblemInWords(against))
  return { row, actorId }
}

export async function mustBeDone(container: MedusaContainer, result: ActionResult): Promise<WithdrawalRow> {
  if (result.kind === "done") return result.row
  throw await refusalError(container, result.refusal)
}

/** Names the action that conflicts with this one. */
export async function conflictError(
  container: MedusaContainer,
  id: string,
  action: WithdrawalAction
): Promise<MedusaError> {
  const standing = await container.resolve("onchain").payouts.withdrawals.store.standing(id)
  return refusalError(container, notPossible(standing, obstacleTo(action, standing)))
}

export async function refusalError(
  container: MedusaContainer,
  refusal: WithdrawalRefusal
): Promise<MedusaError> {
  const nameOf = await loadActorNames(container, [refusal.past?.by ?? null])
  const words = refusalInWords(refusal, (id) => nameOf(id) ?? id)
  return payoutError(refusal.code, words)
}

/** What an action on a withdrawal gets: the body of its route, the row, and who acts. */
export type ActionInput<Body = object> = Body & { withdrawal_id: string; actor: RequestActor }

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

type View = OnchainPayoutAccessResponse["payouts"]

/** While payouts are off, the catalog is not read. */
export async function viewPayoutAccess(container: MedusaContainer, actor: RequestActor): Promise<View> {
  const { options, finance, catalog } = container.resolve("onchain")
  const { refusal } = await findPayoutRefusal(container, actor)
  const [limits, has_approver, assets] = await Promise.all([
    finance.payoutLimits(),
    hasApprover(container),
    options.payoutApiKey === undefined
      ? []
      : catalog
          .get()
          .catch(explainUnreachable)
          .then((known) => toAssets(known, options)),
  ])
  return {
    is_on: refusal === null,
    code: refusal?.code ?? null,
    ...toReason(refusal && payoutRefusalInWords(refusal)),
    approval: options.payouts.approval,
    has_approver,
    limits: limits.map(({ limit, used }) => ({
      token: limit.token,
      network_id: limit.networkId ?? null,
      canonical_asset_id: limit.canonicalAssetId ?? null,
      per_withdrawal: limit.perWithdrawal ?? null,
      per_day: limit.perDay ?? null,
      sent_last_day: used,
    })),
    assets,
  }
}

/** A second user is one of `allowedUsers` who is neither the requester nor the maker of their key. */
async function hasApprover(container: MedusaContainer): Promise<boolean> {
  const { approval, allowedUsers } = container.resolve("onchain").options.payouts
  if (approval === "none") return true
  if (allowedUsers.length < 2) return false
  const users = await container
    .resolve(Modules.USER)
    .listUsers({ id: [...allowedUsers] }, { select: ["id"], take: 2 })
  return users.length >= 2
}

function toAssets(
  { networks, tokens }: CatalogSnapshot,
  { environment }: Pick<OnchainOptions, "environment">
): View["assets"] {
  return tokens.map((token) => {
    const network = networks.find(
      ({ chain, networkId }) => chain === token.chain && networkId === token.networkId
    )
    const problem = findAssetProblem({ asset: token, tokens, network, environment })
    return {
      chain: token.chain,
      network_id: token.networkId,
      network_name: network?.name ?? token.networkId,
      token: token.token,
      canonical_asset_id: token.canonicalAssetId ?? null,
      decimals: token.decimals ?? null,
      ...toChoice(problem, assetProblemInWords),
    }
  })
}
