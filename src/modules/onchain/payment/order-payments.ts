import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MessageMoment } from "../../../domain/payment/payment-timeline"
import type { DepositRow } from "../deposit/deposit-row"
import type { WithdrawalRow } from "../payout/withdrawal-row"
import type { RefundRow } from "../refund/refund-row"
import { MESSAGES } from "./shopper-messages"
import { selectAnyPayments, selectAttempts, type AnyPayment, type PaymentRow } from "./payment-row"

export type SubjectEntry = {
  subject_type: string
  subject_id: string
  action: string
  actor_id: string | null
  created_at: Date
}

/** A message to the shopper that has its result. */
export type SentMessage = MessageMoment & { payment_id: string | null }

/** Everything known here about an order. Medusa knows what belongs to it. */
export class OrderPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Payments made for an order or applied to it, oldest first, without sessions that were left before any
   * money came. Includes those without an attempt.
   */
  list(order: {
    id: string
    collectionIds: readonly string[]
    sessionIds: readonly string[]
  }): Promise<AnyPayment[]> {
    return selectAnyPayments(this.knex, "current")
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

  /** All attempts of some payments, oldest first. */
  listAttempts(paymentIds: readonly string[]): Promise<PaymentRow[]> {
    return selectAttempts(this.knex)
      .whereIn("id", [...paymentIds])
      .orderBy(["attempt_created_at", "attempt_id"])
  }

  /** Payouts of some refunds, newest first. */
  listPayouts(refundIds: readonly string[]): Promise<WithdrawalRow[]> {
    return this.knex<WithdrawalRow>("onchain_withdrawal")
      .whereIn("refund_id", [...refundIds])
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .select("*")
  }

  /** Oldest first, none while messages are off. Published events are deleted after a while, and their messages with them. @param subjects payments and refunds */
  async listMessages(subjects: readonly string[]): Promise<SentMessage[]> {
    const { rows } = await this.knex.raw(
      `SELECT data ->> 'payment_id' AS payment_id, name, message_result AS result, updated_at AS at FROM onchain_outbox
       WHERE subject = ANY(?::text[]) AND message_result IS NOT NULL AND message_result <> 'turned_off'
         AND deleted_at IS NULL ORDER BY position`,
      [[...subjects]]
    )
    return rows.flatMap(({ name, ...row }: { name: string } & Omit<SentMessage, "message">) => {
      const message = MESSAGES[name]
      return message ? [{ ...row, message }] : []
    })
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
