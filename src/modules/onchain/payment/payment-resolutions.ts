import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentResolution } from "../../../domain/payment/payment-lifecycle"
import {
  decideResolution,
  type ResolutionChoice,
  type ResolutionDecision,
} from "../../../domain/payment/payment-resolution"
import { PAYMENT_RESOLVED } from "../events"
import type { AuditEntry, AuditNote } from "../work/audit-log"
import { changeWithNote, listAuditEntries } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { whereBegins } from "../work/listed-rows"
import { lockPayment, type PaymentRow } from "./payment-row"

const PAYMENT = "payment"
/** The deciding process has this long before a job takes over. */
const GRACE_MS = 30_000

const RECORDED = {
  apply: "payment.apply_requested",
  refund_due: "payment.refund_due",
  keep: "payment.kept",
} as const satisfies Record<PaymentResolution, string>

/** Records operators' decisions about money without an order. A job executes what is interrupted. */
export class PaymentResolutions {
  constructor(private readonly knex: Knex) {}

  /** Decides about a choice under the lock of its payment, and records it with its audit entry. */
  decide(paymentId: string, choice: ResolutionChoice): Promise<ResolutionDecision> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, paymentId)
      if (!payment) throw new Error(`there is no payment ${paymentId}`)
      const decision = decideResolution(payment, choice)
      if (decision.kind === "record") await record(trx, paymentId, choice, decision)
      return decision
    })
  }

  /** Chooses once where in the order the money goes. */
  async chooseCollection(paymentId: string, collectionId: string): Promise<PaymentRow | undefined> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_payment SET applied_collection_id = COALESCE(applied_collection_id, ?), updated_at = now()
       WHERE id = ? AND state = 'unallocated' AND resolution = 'apply' RETURNING *`,
      [collectionId, paymentId]
    )
    return rows[0]
  }

  /**
   * Makes a new session of Medusa carry applied money. The server's secret key works once, and only for the
   * chosen collection and amount.
   *
   * @param session.amount decimal text in major units
   */
  async bindSession(session: {
    id: string
    key: string
    collectionId: string
    amount: string
    currencyCode: string
  }): Promise<PaymentRow | undefined> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_payment SET applied_session_id = ?, updated_at = now()
       WHERE application_key = ? AND applied_collection_id = ? AND applied_amount::numeric = ?::numeric
         AND currency_code = ? AND resolution = 'apply' AND state = 'unallocated' AND applied_session_id IS NULL
       RETURNING *`,
      [session.id, session.key, session.collectionId, session.amount, session.currencyCode]
    )
    return rows[0]
  }

  /** The payment whose money a session carries by a person's decision. */
  findBySession(sessionId: string): Promise<PaymentRow | undefined> {
    return this.knex<PaymentRow>("onchain_payment")
      .where({ applied_session_id: sessionId, resolution: "apply" })
      .whereNull("deleted_at")
      .first()
  }

  /** Whether a person has applied money to the order of a payment, that of the payment itself included. */
  async isOrderPaidByApplied({
    id,
    collection_id,
  }: Pick<PaymentRow, "id" | "collection_id">): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM onchain_payment
       WHERE applied_order_id IS NOT NULL AND state = 'captured' AND resolution = 'apply' AND deleted_at IS NULL
         AND (id = ? OR applied_collection_id = ?) LIMIT 1`,
      [id, collection_id]
    )
    return rows.length > 0
  }

  /** Forgets a collection that can no longer be paid into, and its session. The next one needs a new key. */
  async forgetCollection(paymentId: string, collectionId: string): Promise<void> {
    await this.knex("onchain_payment")
      .where({
        id: paymentId,
        applied_collection_id: collectionId,
        state: "unallocated",
        resolution: "apply",
      })
      .update({
        applied_collection_id: null,
        applied_session_id: null,
        application_key: randomUUID(),
        updated_at: new Date(),
      })
  }

  /** Forgets a deleted session. The next one needs a new key. */
  async forgetSession(paymentId: string, sessionId: string): Promise<void> {
    await this.knex("onchain_payment")
      .where({ id: paymentId, applied_session_id: sessionId, state: "unallocated" })
      .update({ applied_session_id: null, application_key: randomUUID(), updated_at: new Date() })
  }

  /** Records that the money pays its order. @param checkAt when the order is checked again */
  finishApplication(payment: PaymentRow, checkAt: Date): Promise<PaymentRow | undefined> {
    return this.change(
      `UPDATE onchain_payment SET state = 'captured', captured_at = now(), application_key = NULL, last_error = NULL,
         order_check_at = ?, updated_at = now()
       WHERE id = ? AND state = 'unallocated' AND resolution = 'apply' RETURNING *`,
      [checkAt, payment.id],
      {
        action: "payment.applied",
        actorId: payment.resolved_by,
        before: { state: "unallocated" },
        after: { state: "captured", order_id: payment.applied_order_id },
      }
    )
  }

  /**
   * Puts money that can no longer pay the order back in the queue. The caller has verified that it does not
   * yet.
   */
  releaseApplication(payment: PaymentRow, reason: string): Promise<PaymentRow | undefined> {
    return this.change(
      `UPDATE onchain_payment SET resolution = NULL, resolved_by = NULL, resolved_at = NULL,
         resolved_token_amount = NULL, applied_order_id = NULL, applied_collection_id = NULL, applied_amount = NULL, is_applied_in_full = NULL, application_key = NULL, applied_session_id = NULL,
         last_error = ?, updated_at = now()
       WHERE id = ? AND state = 'unallocated' AND resolution = 'apply' RETURNING *`,
      [reason.slice(0, 1_000), payment.id],
      {
        action: "payment.apply_refused",
        actorId: null,
        before: { resolution: "apply", order_id: payment.applied_order_id },
        after: { resolution: null },
      }
    )
  }

  /** Resolutions that are not executed, those tried longest ago first. */
  async listUnfinished(limit: number): Promise<PaymentRow[]> {
    const { rows } = await this.knex.raw(
      `SELECT * FROM onchain_payment
       WHERE resolution IS NOT NULL AND resolution_done_at IS NULL AND deleted_at IS NULL
         AND updated_at < now() - ? * interval '1 millisecond'
       ORDER BY updated_at LIMIT ?`,
      [GRACE_MS, limit]
    )
    return rows
  }

  /** Notes that a resolution is executed, and reports it. */
  async finish(paymentId: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const { rows }: { rows: PaymentRow[] } = await trx.raw(
        `UPDATE onchain_payment SET resolution_done_at = now(), updated_at = now()
         WHERE id = ? AND resolution IS NOT NULL AND resolution_done_at IS NULL RETURNING *`,
        [paymentId]
      )
      const events = rows.map(({ id: subject, session_id, resolution, applied_order_id: order_id }) => {
        return {
          subject,
          name: PAYMENT_RESOLVED,
          data: { payment_id: subject, session_id, resolution, order_id },
        }
      })
      await addToOutbox(trx, events)
    })
  }

  history(paymentId: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, PAYMENT, paymentId)
  }

  private change(sql: string, bindings: Knex.RawBinding[], note: AuditNote): Promise<PaymentRow | undefined> {
    return changeWithNote<PaymentRow>(this.knex, PAYMENT, { sql, bindings }, note)
  }
}

async function record(
  trx: Knex,
  paymentId: string,
  choice: ResolutionChoice,
  { tokenAmount, application }: Extract<ResolutionDecision, { kind: "record" }>
): Promise<void> {
  const { resolution, actorId } = choice
  const orderId = choice.resolution === "apply" ? choice.orderId : null
  await changeWithNote(
    trx,
    PAYMENT,
    {
      sql: `UPDATE onchain_payment SET resolution = ?, resolved_by = ?, resolved_at = now(), resolution_note = ?,
              resolved_token_amount = ?, applied_order_id = ?, applied_amount = ?, is_applied_in_full = ?,
              application_key = ?, last_error = NULL, updated_at = now()
            WHERE id = ? RETURNING *`,
      bindings: [
        resolution,
        actorId,
        choice.resolution === "keep" ? choice.note : null,
        tokenAmount,
        orderId,
        application?.amount ?? null,
        application?.isInFull ?? null,
        application ? randomUUID() : null,
        paymentId,
      ],
    },
    {
      action: RECORDED[resolution],
      actorId,
      before: { resolution: null },
      after: { resolution, ...(orderId === null ? {} : { order_id: orderId }) },
    }
  )
}

/** Without a condition, all that were ever held. */
export type UnallocatedFilter = {
  resolution?: "waiting" | "done" | undefined
  reason?: readonly string[] | undefined
  /** Beginning of an identifier or of a transaction hash. */
  q?: string | undefined
}
export type UnallocatedPage = {
  filter: UnallocatedFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const SEARCHED = ["id", "session_id", "tx_hash", "applied_order_id"] as const

/** From indexes that hold nothing else. */
export class UnallocatedList {
  constructor(private readonly knex: Knex) {}

  page({ filter, direction, limit, offset }: UnallocatedPage): Promise<PaymentRow[]> {
    return this.filtered(filter)
      .select("*")
      .orderBy([
        { column: "settled_at", order: direction },
        { column: "id", order: direction },
      ])
      .limit(limit)
      .offset(offset)
  }

  async count(filter: UnallocatedFilter): Promise<number> {
    const [row] = await this.filtered(filter).count({ count: "*" })
    return Number(row?.count)
  }

  async find(id: string): Promise<PaymentRow | undefined> {
    return this.filtered({}).where({ id }).first()
  }

  private filtered({
    resolution,
    reason,
    q,
  }: UnallocatedFilter): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
    const query = this.knex<PaymentRow>("onchain_payment")
      .whereNull("deleted_at")
      .whereNotNull("unallocated_reason")
    if (resolution === "waiting") void query.whereRaw("state = 'unallocated'").whereNull("resolution")
    if (resolution === "done") void query.whereNotNull("resolution")
    if (reason) void query.whereIn("unallocated_reason", [...reason])
    whereBegins(query, SEARCHED, q)
    return query
  }
}
