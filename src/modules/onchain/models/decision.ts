import { model } from "@medusajs/framework/utils"
import { PAYMENT_RESOLUTIONS } from "../../../domain/payment/payment-status"
import { amountChecks } from "../work/amount-check"

/** `contradiction`: the service no longer confirms the money; it is done once the service does again, or a person has reviewed it. */
export const DECISION_KINDS = [
  ...PAYMENT_RESOLUTIONS,
  "apply_proposed",
  "keep_order",
  "contradiction",
] as const

/**
 * What a person, or the store by itself, decided about a payment, and what waits for a person's review. A row that no longer stands
 * is deleted: the audit log has its history.
 *
 * `created_at` is the time of the decision.
 */
const OnchainDecision = model
  .define(
    { name: "OnchainDecision", tableName: "onchain_decision" },
    {
      id: model.id({ prefix: "ocdec" }).primaryKey(),
      payment_id: model.text(),
      kind: model.enum([...DECISION_KINDS]),
      /** Medusa user or API key; null for the store itself. */
      actor_id: model.text().nullable(),
      /** What a person wrote; of a contradiction, the status of the service, or what else is wrong. */
      note: model.text().nullable(),
      /** The order that the money is applied to. */
      order_id: model.text().nullable(),
      /** Where in the order the money goes. Chosen once. */
      collection_id: model.text().nullable(),
      /** The session of Medusa that carries the money. */
      session_id: model.text().nullable(),
      /** Known to the server only: the session that is created with this key carries the money. */
      key: model.text().nullable(),
      /** How much of the order it pays, in major units. */
      amount: model.text().nullable(),
      /** How much of what arrived the decision is about, in token units; what comes beyond it is owed back. */
      token_amount: model.text().nullable(),
      /** When the decision was executed, or the contradiction ended. */
      done_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    // The migration has another one: unique, of payment and kind, without a condition, so that Postgres drops unused joins.
    { on: ["kind", "payment_id"] },
    {
      name: "IDX_onchain_decision_resolution",
      on: ["payment_id"],
      unique: true,
      where: "kind IN ('apply', 'refund_due', 'keep')",
    },
    { on: ["session_id"], unique: true, where: "session_id IS NOT NULL" },
    { on: ["key"], unique: true, where: "key IS NOT NULL" },
    { on: ["order_id"], where: "order_id IS NOT NULL" },
    { on: ["collection_id"], where: "collection_id IS NOT NULL" },
    { on: ["kind", "created_at"], where: "done_at IS NULL" },
  ])
  .checks(amountChecks("onchain_decision", ["amount", "token_amount"]))

export default OnchainDecision
