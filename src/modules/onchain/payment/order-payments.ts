import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositRow } from "../deposit/deposit-row"
import { selectPayments, type PaymentRow } from "./payment-row"
import type { RefundRow } from "../refund/refund-row"

export type SubjectEntry = {
  subject_type: string
  subject_id: string
  action: string
  actor_id: string | null
  created_at: Date
}

/** Everything known here about an order. Medusa knows what belongs to it. */
export class OrderPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Payments made for an order or applied to it, oldest first, without sessions that were left before any
   * money came.
   */
  list(order: {
    id: string
    collectionIds: readonly string[]
    sessionIds: readonly string[]
  }): Promise<PaymentRow[]> {
    return selectPayments(this.knex)
      .where((either) => {
        void either.whereIn("collection_id", [...order.collectionIds])
        void either.orWhereIn("session_id", [...order.sessionIds])
        void either.orWhere({ applied_order_id: order.id })
      })
      .where((some) => {
        void some.whereNull("abandoned_at").orWhereNotNull("tx_hash").orWhereNotNull("received_amount")
        void some.orWhereNotNull("settled_at")
      })
      .orderBy(["created_at", "id"])
  }

  /** Oldest first. */
  listRefunds(paymentIds: readonly string[]): Promise<RefundRow[]> {
    return this.knex<RefundRow>("onchain_refund")
      .whereIn("payment_id", [...paymentIds])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
      .select("*")
  }

  /** Deposits meant for some sessions that go or went back to their senders, oldest first. */
  listDepositRefunds(sessionIds: readonly string[]): Promise<DepositRow[]> {
    return this.knex<DepositRow>("onchain_deposit")
      .whereNull("deleted_at")
      .whereIn("expected_session_id", [...sessionIds])
      .where((either) => {
        void either.whereIn("state", ["refund_pending", "refunded"])
        void either.orWhere({ state: "processing", action: "refund" })
      })
      .orderBy(["observed_at", "id"])
  }

  /** Oldest first. */
  listEntries(subjectType: string, ids: readonly string[]): Promise<SubjectEntry[]> {
    return this.knex<SubjectEntry & { id: string; deleted_at: Date | null }>("onchain_audit_entry")
      .where({ subject_type: subjectType })
      .whereIn("subject_id", [...ids])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
      .select("subject_type", "subject_id", "action", "actor_id", "created_at")
  }
}
