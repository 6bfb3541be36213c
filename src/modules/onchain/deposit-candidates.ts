import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { canBeMeantFor } from "../../domain/deposit-candidate"
import type { DepositRow } from "./deposit-row"
import type { PaymentRow } from "./payment-row"

/** An open payment of a customer that a deposit can be assigned to. */
export type CandidatePayment = PaymentRow & { gateway_intent_id: string }

/**
 * Lists the open payments of a deposit's customer that the deposit can be meant for, newest first.
 *
 * What Medusa knows about their orders is for the caller to look at.
 */
export async function listCandidatePayments(
  knex: Knex,
  deposit: DepositRow,
  toleranceBps: number
): Promise<CandidatePayment[]> {
  if (deposit.customer_id === null) return []
  const payments: CandidatePayment[] = await knex("onchain_payment")
    .where({
      kind: "auto_deposit",
      state: "awaiting",
      customer_id: deposit.customer_id,
      network_id: deposit.network_id,
    })
    .whereNotNull("gateway_intent_id")
    .whereNull("deleted_at")
    .orderBy("created_at", "desc")
  return payments.filter((payment) => canBeMeantFor(deposit, payment, toleranceBps))
}
