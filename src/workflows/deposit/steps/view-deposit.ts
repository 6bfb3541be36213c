import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import type { OnchainDepositDetail } from "../../../types/http"
import { loadDepositNames } from "./deposit-names"
import { loadDepositOptions } from "./deposit-options"
import { depositToView } from "./deposit-to-view"

export const viewDepositStepId = "view-onchain-deposit"

/** Reads a deposit with what an operator needs to decide. @throws MedusaError `not_found` */
export const viewDepositStep = createStep(
  viewDepositStepId,
  async (input: { deposit_id: string }, { container }) => {
    const { mirror } = container.resolve("onchain").deposits
    const row = await mirror.find(input.deposit_id)
    if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${input.deposit_id}.`)
    const history = await mirror.history(row.id)
    const [names, options, expected] = await Promise.all([
      loadDepositNames(
        container,
        [row],
        history.map(({ actor_id }) => actor_id)
      ),
      loadDepositOptions(container, row),
      loadExpected(container, row),
    ])
    return new StepResponse<OnchainDepositDetail>({
      ...depositToView(row, names),
      ...options,
      expected,
      history: history.map(({ action, actor_id, created_at }) => ({
        at: created_at.toISOString(),
        action,
        by: names.actorName(actor_id),
      })),
    })
  }
)

async function loadExpected(
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
