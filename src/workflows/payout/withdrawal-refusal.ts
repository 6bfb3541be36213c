import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { momentInWords } from "../../domain/moment-in-words"
import type { PayoutActor } from "../../domain/payout/payout-gate"
import { reasonAgainstApproval } from "../../domain/payout/payout-gate"
import type { WithdrawalAction } from "../../domain/payout/withdrawal-choices"
import { reasonAgainst } from "../../domain/payout/withdrawal-choices"
import type { PastAction, WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import { involvedIn } from "../../domain/payout/withdrawal-standing"
import type { ActionResult } from "../../modules/onchain/payout/locked-withdrawal"
import { notPossible } from "../../modules/onchain/payout/locked-withdrawal"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { loadActorNames } from "../person-names"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"

/** @throws MedusaError `not_found` */
export async function findWithdrawal(container: MedusaContainer, id: string): Promise<WithdrawalRow> {
  const row = await container.resolve("onchain").payouts.withdrawals.store.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no withdrawal ${id}.`)
}

/**
 * Ending a withdrawal is part of paying it: it takes the same second person as an approval. @throws
 * MedusaError `forbidden`
 */
export async function assertMayEnd(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<PayoutActor> {
  const known = await assertPayoutAllowed(container, actor)
  const { approval } = container.resolve("onchain").options.payouts
  const against = reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })
  if (against) throw payoutError(against)
  return known
}

/** @throws MedusaError with the refusal */
export async function mustBeDone<Row>(container: MedusaContainer, result: ActionResult<Row>): Promise<Row> {
  if (result.kind === "done") return result.row
  throw await refusalError(container, result.refusal)
}

/** Names the last action that stands against this one. */
export async function conflictError(
  container: MedusaContainer,
  id: string,
  action: WithdrawalAction
): Promise<MedusaError> {
  const standing = await container.resolve("onchain").payouts.withdrawals.standing(id)
  return refusalError(container, notPossible(standing, reasonAgainst(action, standing)))
}

export async function refusalError(
  container: MedusaContainer,
  refusal: WithdrawalRefusal
): Promise<MedusaError> {
  const by = "past" in refusal ? (refusal.past?.by ?? null) : null
  const nameOf = await loadActorNames(container, [by])
  return payoutError({ code: refusal.code, words: refusalInWords(refusal, (id) => nameOf(id) ?? id) })
}

const QUOTE_CHANGED = {
  not_confirmed: "It is not confirmed yet.",
  quoting: "A new quote is being requested. Read it and confirm that one.",
  no_quote: "It has no quote any more. Request a new one and confirm it.",
  newer_quote: "There is a newer quote. Read it and confirm that one.",
} as const

const CHANGED = "It has changed in this moment. Read it again."

export function refusalInWords(refusal: WithdrawalRefusal, nameOf: (actorId: string) => string): string {
  switch (refusal.reason) {
    case "done":
      return actionInWords(refusal.past, nameOf)
    case "in_state":
      return refusal.state === "cancelled" ? "It was cancelled." : `It is ${refusal.state} already.`
    case "not_possible": {
      const { past, why } = refusal
      if (past === null) return why ?? CHANGED
      return `${actionInWords(past, nameOf)}${why === null ? "" : ` ${why}`}`
    }
    case "expired":
      return `The quote expired${refusal.at === null ? "" : ` ${momentInWords(refusal.at)}`}. Request a new one and confirm it.`
    case "taken":
      return `tx_hash: this is the transaction of withdrawal ${refusal.withdrawalId}. Give the one that paid this withdrawal.`
    case "problem":
      return refusal.problem.words
    default:
      return QUOTE_CHANGED[refusal.reason]
  }
}

function actionInWords({ verb, by, at }: PastAction, nameOf: (actorId: string) => string): string {
  return `${nameOf(by)} ${verb} it${at === null ? "" : ` ${momentInWords(at)}`}.`
}
