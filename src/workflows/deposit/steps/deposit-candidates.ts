import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { CandidatePayment } from "../../../modules/onchain/deposit-candidates"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import type { OnchainAssignmentCandidate } from "../../../types/http"
import { loadSessionFacts, type LoadedFacts } from "../../payment/steps/load-session-facts"

/**
 * The open payments that a deposit can be assigned to, each with its order: an order that lives and is not paid, or a
 * cart that can still become one.
 */
export async function loadCandidates(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<OnchainAssignmentCandidate[]> {
  const onchain = container.resolve("onchain")
  if (deposit.state !== "in_review") return []
  const candidates: OnchainAssignmentCandidate[] = []
  for (const payment of await onchain.deposits.listCandidates(deposit)) {
    const facts = await loadSessionFacts(container, payment, onchain.clock())
    if (isOpen(facts)) candidates.push(await describe(container, payment, facts.order?.id ?? null))
  }
  return candidates
}

function isOpen({ session, isPaidOtherwise, order, cart }: LoadedFacts): boolean {
  if (session !== "alive" || isPaidOtherwise) return false
  return order ? !order.isCancelled : cart !== null && !cart.isCompleted
}

async function describe(
  container: MedusaContainer,
  payment: CandidatePayment,
  orderId: string | null
): Promise<OnchainAssignmentCandidate> {
  return {
    intent_id: payment.gateway_intent_id,
    session_id: payment.session_id,
    payment_id: payment.id,
    order: orderId === null ? null : await loadOrder(container, orderId, payment),
    expected_amount: payment.expected_amount,
    token: payment.token,
    created_at: payment.created_at.toISOString(),
  }
}

/** The total as the payment was opened for: exact text, where Medusa's own reads are rounded numbers. */
async function loadOrder(container: MedusaContainer, orderId: string, payment: CandidatePayment) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: orderId },
  })
  return {
    id: orderId,
    display_id: data[0]?.display_id ?? null,
    total: payment.fiat_amount,
    currency_code: payment.currency_code,
  }
}
