import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type MessageRefusal, pauseBeforeRetry, type ShopperMessage } from "../../../domain/payment/timeline"
import {
  PAYMENT_AWAITING,
  PAYMENT_EXPIRED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  REFUND_PAID,
} from "../events"
import { noteAudit } from "../work/audit-log"
import { type Scope, scopeColumns, takeDue, fromNow } from "../work/claim"
import { lockPayments } from "./payment-row"

/** The message that an event is sent as, by the event's name. */
export const MESSAGES: Readonly<Record<string, ShopperMessage>> = {
  [PAYMENT_AWAITING]: "awaiting",
  [PAYMENT_PARTIALLY_PAID]: "partReceived",
  [PAYMENT_EXPIRED]: "expired",
  [PAYMENT_SETTLED]: "paid",
  [REFUND_PAID]: "refundSent",
}

/** A message leased by this process. `message_tries` includes this try. */
export type DueMessage = {
  id: string
  message: ShopperMessage
  event: string
  data: Record<string, unknown>
  tries: number
}

export type MessageEnd = "sent" | "turned_off" | "no_email" | "no_page" | "other_account" | MessageRefusal

/** Longer than the provider's timeout. The message of a killed process is retried after this. */
const LEASE_MS = 5 * 60_000

/** Counts of unsent messages: those being retried, and those given up in the last days. */
export type StuckMessages = { retried: number; failed: number; lastError: string | null }

/** Due messages to shoppers: outbox rows, written with the change they report. */
export class ShopperMessages {
  constructor(private readonly knex: Knex) {}

  async claim(): Promise<DueMessage | undefined> {
    type Row = Pick<DueMessage, "id" | "data"> & { name: string; message_tries: number }
    const due = {
      ...{ table: "onchain_outbox", where: "message_due_at IS NOT NULL", dueAt: "message_due_at" },
      ...{ lease: { ms: LEASE_MS }, set: "message_tries = message_tries + 1" },
    }
    const [row] = await takeDue<Row>(this.knex, due, 1)
    if (!row) return undefined
    const message = MESSAGES[row.name]
    if (!message) throw new Error(`no message belongs to ${row.name}`)
    return { id: row.id, message, event: row.name, data: row.data, tries: row.message_tries }
  }

  /** Records the result of a message, unless the lease has ended and another process has claimed it. */
  async noteEnd(message: DueMessage, end: MessageEnd): Promise<void> {
    await this.write(message, { message_due_at: null, message_result: end, message_error: null })
  }

  /** Schedules another try of a failed message. @returns false when that was the last try */
  async noteFailed(message: DueMessage, reason: string): Promise<boolean> {
    const pauseMs = pauseBeforeRetry(message.tries)
    const message_error = reason.slice(0, 1_000)
    if (pauseMs === null) {
      await this.write(message, { message_due_at: null, message_result: "failed", message_error })
      return false
    }
    const message_due_at = fromNow(this.knex, pauseMs)
    await this.write(message, { message_due_at, message_error })
    return true
  }

  /** Drops due messages while messages are off, so that enabling a channel later does not send old ones. */
  async dropAll(): Promise<void> {
    await this.knex("onchain_outbox")
      .whereNotNull("message_due_at")
      .whereNull("deleted_at")
      .update({ message_due_at: null, message_result: "turned_off", updated_at: this.knex.fn.now() })
  }

  /** Whether Medusa's Notification module has a provider for a channel. Without the module the table does not exist. */
  async hasProvider(channel: string): Promise<boolean> {
    const { rows: tables } = await this.knex.raw("SELECT to_regclass('notification_provider') AS found")
    if (tables[0].found === null) return false
    const { rows } = await this.knex.raw(
      "SELECT 1 FROM notification_provider WHERE is_enabled AND deleted_at IS NULL AND ? = ANY(channels) LIMIT 1",
      [channel]
    )
    return rows.length > 0
  }

  /**
   * Notes that an operator sends the link of a payment, at most once a minute unless the last try failed.
   *
   * @returns the id of the request; null when another one is that recent
   */
  noteLinkRequest(scope: Scope, paymentId: string, actorId: string): Promise<string | null> {
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [paymentId])
      const { rows } = await trx.raw(
        `SELECT action FROM onchain_audit_entry
         WHERE subject_type = 'payment' AND subject_id = ? AND deleted_at IS NULL AND action LIKE 'payment.link_%'
           AND created_at > now() - interval '1 minute'
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        [paymentId]
      )
      if (rows.length > 0 && rows[0].action !== "payment.link_failed") return null
      return noteLink(trx, scope, paymentId, "payment.link_requested", actorId)
    })
  }

  async noteLinkResult(
    scope: Scope,
    paymentId: string,
    action: "payment.link_sent" | "payment.link_failed",
    actorId: string
  ): Promise<void> {
    await noteLink(this.knex, scope, paymentId, action, actorId)
  }

  async stuck(): Promise<StuckMessages> {
    const { rows } = await this.knex.raw(
      `SELECT count(*) FILTER (WHERE message_due_at IS NOT NULL)::int AS retried,
         count(*) FILTER (WHERE message_result = 'failed')::int AS failed,
         (array_agg(message_error ORDER BY updated_at DESC))[1] AS "lastError"
       FROM onchain_outbox
       WHERE deleted_at IS NULL AND ((message_due_at IS NOT NULL AND message_error IS NOT NULL) OR message_result = 'failed')`
    )
    return rows[0]
  }

  private async write({ id, tries }: DueMessage, columns: Record<string, unknown>): Promise<void> {
    await this.knex("onchain_outbox")
      .where({ id, message_tries: tries })
      .update({ ...columns, updated_at: this.knex.fn.now() })
  }
}

function noteLink(knex: Knex, scope: Scope, id: string, action: string, actorId: string): Promise<string> {
  const subject = { type: "payment", id, ...scopeColumns(scope) }
  return noteAudit(knex, subject, { action, actorId, before: null, after: null })
}
