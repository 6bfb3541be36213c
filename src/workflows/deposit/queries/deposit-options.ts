import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { findActionRefusal } from "../../../domain/deposit/deposit-action"
import { DEPOSIT_TOLERANCE_BPS } from "../../../domain/deposit/deposit-link"
import type { DepositAction } from "../../../domain/deposit/deposit-lifecycle"
import type { CandidatePayment } from "../../../modules/onchain/deposit/deposit-list"
import type { DepositRow } from "../../../modules/onchain/deposit/deposit-row"
import type { ActionSurroundings } from "../../../modules/onchain/deposit/deposit-store"
import { actionFacts } from "../../../modules/onchain/deposit/deposit-store"
import type {
  OnchainAssignmentCandidate,
  OnchainDepositChoice,
  OnchainDepositDetail,
} from "../../../types/http"
import type { LoadedFacts } from "../../payment/load-session-facts"
import { loadSessionFacts } from "../../payment/load-session-facts"
import { refusalInWords } from "../deposit-words"

export async function loadDepositOptions(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<Pick<OnchainDepositDetail, "candidates" | "choices">> {
  const candidates = await loadCandidates(container, deposit)
  const choiceOf = (action: DepositAction) => toChoice(container, action, deposit, candidates)
  const choices = { assign: choiceOf("assign"), accept: choiceOf("accept"), refund: choiceOf("refund") }
  return { candidates, choices }
}

export function toChoice(
  container: MedusaContainer,
  action: DepositAction,
  deposit: DepositRow,
  candidates: readonly OnchainAssignmentCandidate[]
): OnchainDepositChoice {
  const refusal = findActionRefusal(action, actionFacts(deposit, surroundingsOf(container, candidates)))
  return { is_possible: refusal === null, reason: refusal && refusalInWords(refusal) }
}

export async function loadSurroundings(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<ActionSurroundings> {
  return surroundingsOf(container, await loadCandidates(container, deposit))
}

function surroundingsOf(
  container: MedusaContainer,
  candidates: readonly OnchainAssignmentCandidate[]
): ActionSurroundings {
  const { options } = container.resolve("onchain")
  return {
    candidates: candidates.map(({ intent_id }) => intent_id),
    hasPayoutKey: options.payoutApiKey !== undefined,
    toleranceBps: DEPOSIT_TOLERANCE_BPS,
  }
}

/**
 * Open payments that a deposit can be assigned to, with an order that is alive and unpaid, or a cart that can
 * become one.
 */
async function loadCandidates(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<OnchainAssignmentCandidate[]> {
  const onchain = container.resolve("onchain")
  if (deposit.state !== "in_review") return []
  const candidates: OnchainAssignmentCandidate[] = []
  for (const payment of await onchain.deposits.list.candidates(deposit, DEPOSIT_TOLERANCE_BPS)) {
    const facts = await loadSessionFacts(container, payment, onchain.clock())
    if (isOpen(facts)) candidates.push(await candidateToView(container, payment, facts.order?.id ?? null))
  }
  return candidates
}

function isOpen({ session, isPaidOtherwise, misfit, order, cart }: LoadedFacts): boolean {
  if (session !== "alive" || isPaidOtherwise || misfit === "other_currency") return false
  return order ? !order.isCancelled : cart !== null && !cart.isCompleted
}

async function candidateToView(
  container: MedusaContainer,
  payment: CandidatePayment,
  orderId: string | null
): Promise<OnchainAssignmentCandidate> {
  const order = await loadOrderName(container, orderId)
  const fiat = await container.resolve("onchain").currencies.shown([payment.currency_code])
  const { gateway_intent_id, session_id, id, fiat_amount, currency_code, expected_amount, token } = payment
  return {
    intent_id: gateway_intent_id,
    session_id,
    payment_id: id,
    // The total the payment was opened for.
    order: order && { ...order, total: fiat(fiat_amount, currency_code), currency_code },
    expected_amount,
    token,
    created_at: payment.created_at.toISOString(),
  }
}

export async function loadOrderName(
  container: MedusaContainer,
  id: string | null
): Promise<{ id: string; display_id: number | null } | null> {
  if (id === null) return null
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id"], filters: { id } })
  return { id, display_id: data[0]?.display_id ?? null }
}
