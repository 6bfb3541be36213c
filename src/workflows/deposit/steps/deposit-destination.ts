import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AuditEntry } from "../../../modules/onchain/audit-log"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import type { OnchainDepositDetail } from "../../../types/http"

/** What the service thinks a deposit was meant for. */
export async function loadExpected(
  container: MedusaContainer,
  row: DepositRow
): Promise<OnchainDepositDetail["expected"]> {
  const { expected_intent_id: intent_id, expected_session_id: session_id } = row
  if (intent_id === null && session_id === null) return null
  const payments = container.resolve("onchain").payments
  const payment = session_id === null ? undefined : await payments.find({ session_id })
  return {
    intent_id,
    session_id,
    amount: payment?.expected_amount ?? null,
    token: payment?.token ?? null,
    order: payment ? await findOrder(container, payment.session_id) : null,
  }
}

/**
 * The order of an assignment that is under way or done. One made in the service's own dashboard is not known here.
 *
 * @param history oldest first; an assignment of ours was requested here right before it was done
 */
export async function loadAssignedTo(
  container: MedusaContainer,
  { state, action, action_intent_id: intent_id }: DepositRow,
  history: readonly AuditEntry[]
): Promise<OnchainDepositDetail["assigned_to"]> {
  if (action !== "assign" || intent_id === null) return null
  const [requested, done] = history.slice(-2)
  const isOurs = requested?.action === "deposit.assign_requested" && done?.action === "deposit.assigned"
  const isDone = state === "assigned" && isOurs
  if (state !== "acting" && !isDone) return null
  const payment = await container.resolve("onchain").payments.find({ gateway_intent_id: intent_id })
  const session_id = payment?.session_id ?? null
  return { intent_id, session_id, order: session_id === null ? null : await findOrder(container, session_id) }
}

/** The payment that a deposit belongs to, with its order. */
export async function loadLinked(
  container: MedusaContainer,
  { payment_id }: DepositRow
): Promise<OnchainDepositDetail["linked"]> {
  if (payment_id === null) return null
  const payment = await container.resolve("onchain").payments.find({ id: payment_id })
  if (!payment) return null
  const { session_id } = payment
  return { payment_id, session_id, order: await findOrder(container, session_id) }
}

/** What an equal amount, or a shopper, says that a deposit is meant for. */
export async function loadProposals(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<OnchainDepositDetail["proposals"]> {
  const proposals = await container.resolve("onchain").deposits.listProposals(deposit)
  return Promise.all(
    proposals.map(async ({ payment, by, isContested }) => ({
      payment_id: payment.id,
      session_id: payment.session_id,
      by,
      is_contested: isContested,
      order: await findOrder(container, payment.session_id),
      expected_amount: payment.expected_amount,
      token: payment.token,
    }))
  )
}

/** The order of a payment session, when it is placed. */
async function findOrder(
  container: MedusaContainer,
  sessionId: string
): Promise<{ id: string; display_id: number | null } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: sessionId },
  })
  const collectionId = sessions[0]?.payment_collection_id
  if (!collectionId) return null
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order.id", "order.display_id"],
    filters: { payment_collection_id: collectionId },
  })
  const order = data[0]?.order
  return order ? { id: order.id, display_id: order.display_id ?? null } : null
}
