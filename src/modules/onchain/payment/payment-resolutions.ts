import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentResolution } from "../../../domain/payment/payment-status"
import {
  decideResolution,
  type ResolutionChoice,
  type ResolutionDecision,
} from "../../../domain/payment/resolution"
import { PAYMENT_RESOLVED } from "../events"
import { type AuditEntry, type AuditNote, listAuditEntries, noteAudit } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { inScope, ScopedStore } from "../work/claim"
import { lockPayment, type PaymentRow, PAYMENTS, selectPayments } from "./payment-row"
import { type Columns, updatePayments } from "./payment-status"

const PAYMENT = "payment"
/** A decision to apply its money stands, and is not executed. */
const IS_APPLYING = "state = 'unallocated' AND resolution = 'apply'"
/** The deciding process has this long before a job takes over. */
const GRACE_MS = 30_000

const RECORDED = {
  apply: "payment.apply_requested",
  refund_due: "payment.refund_due",
  keep: "payment.kept",
} as const satisfies Record<PaymentResolution, string>

/** Records operators' decisions about money without an order. A job executes what is interrupted. */
export class PaymentResolutions extends ScopedStore {
  /** Decides about a choice under the lock of its payment, and records it with its audit entry. */
  decide(paymentId: string, choice: ResolutionChoice): Promise<ResolutionDecision> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, paymentId)
      if (!payment) throw new Error(`there is no payment ${paymentId}`)
      const decision = decideResolution(payment, choice)
      if (decision.kind === "record") await record(trx, paymentId, choice, decision)
      if (decision.kind === "propose") await propose(trx, payment, choice.actorId, decision)
      return decision
    })
  }

  /** Chooses once where in the order the money goes. */
  async chooseCollection(paymentId: string, collectionId: string): Promise<PaymentRow | undefined> {
    const [payment] = await updatePayments(
      this.knex,
      { id: paymentId, sql: IS_APPLYING },
      { applied_collection_id: this.knex.raw("COALESCE(collection_id, ?)", [collectionId]) }
    )
    return payment
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
    const { key, collectionId, amount, currencyCode } = session
    const decision = await this.knex("onchain_decision").where({ key, deleted_at: null }).first("payment_id")
    if (!decision) return undefined
    const [payment] = await updatePayments(
      this.knex,
      {
        id: decision.payment_id,
        sql: `application_key = ? AND applied_collection_id = ? AND applied_amount::numeric = ?::numeric
          AND currency_code = ? AND ${IS_APPLYING} AND applied_session_id IS NULL`,
        bindings: [key, collectionId, amount, currencyCode],
      },
      { applied_session_id: session.id }
    )
    return payment
  }

  /** The payment whose money a session carries by a person's decision. */
  findBySession(sessionId: string): Promise<PaymentRow | undefined> {
    return selectPayments(this.knex).where({ applied_session_id: sessionId, resolution: "apply" }).first()
  }

  /** Whether a person has applied money to the order of a payment, that of the payment itself included. */
  async isOrderPaidByApplied({
    id,
    collection_id,
  }: Pick<PaymentRow, "id" | "collection_id">): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM onchain_decision AS d JOIN onchain_payment AS p ON p.id = d.payment_id
       WHERE d.kind = 'apply' AND d.deleted_at IS NULL AND p.state = 'captured' AND p.deleted_at IS NULL
         AND (d.payment_id = ? OR d.collection_id = ?) LIMIT 1`,
      [id, collection_id]
    )
    return rows.length > 0
  }

  /** Forgets a deleted session, or a collection that can no longer be paid into, with its session. The next session needs a new key. */
  async forget(
    paymentId: string,
    column: "applied_session_id" | "applied_collection_id",
    value: string
  ): Promise<void> {
    await updatePayments(
      this.knex,
      { id: paymentId, sql: `${column} = ? AND ${IS_APPLYING}`, bindings: [value] },
      { [column]: null, applied_session_id: null, application_key: randomUUID() }
    )
  }

  /** Records that the money pays its order. @param checkAt when the order is checked again */
  finishApplication(payment: PaymentRow, checkAt: Date): Promise<PaymentRow | undefined> {
    return this.endApplication(
      payment,
      {
        state: "captured",
        captured_at: this.knex.fn.now(),
        application_key: null,
        last_error: null,
        order_check_at: checkAt,
      },
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
    return this.endApplication(
      payment,
      {
        ...{ resolution: null, order_outstanding_amount: null, last_error: reason.slice(0, 1_000) },
        // The rest of a part may have come meanwhile.
        next_check_at: this.knex.fn.now(),
      },
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
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT * FROM ${PAYMENTS} AS payment
       WHERE resolution IS NOT NULL AND resolution_done_at IS NULL AND ${own.sql}
         AND updated_at < now() - ? * interval '1 millisecond'
       ORDER BY updated_at LIMIT ?`,
      [...own.bindings, GRACE_MS, limit]
    )
    return rows
  }

  /** Notes that a resolution is executed, and reports it. */
  async finish(paymentId: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const where = { id: paymentId, sql: "resolution IS NOT NULL AND resolution_done_at IS NULL" }
      const rows = await updatePayments(trx, where, { resolution_done_at: trx.fn.now() })
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

  private endApplication(
    { id }: PaymentRow,
    columns: Columns,
    note: AuditNote
  ): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const [payment] = await updatePayments(trx, { id, sql: IS_APPLYING }, columns)
      if (payment) await noteAudit(trx, subjectOf(payment), note)
      return payment
    })
  }
}

async function propose(
  trx: Knex,
  payment: PaymentRow,
  actorId: string | null,
  { orderId, person }: Extract<ResolutionDecision, { kind: "propose" }>
): Promise<void> {
  await updatePayments(
    trx,
    { id: payment.id },
    { proposed_order_id: orderId, proposed_by: person, proposed_at: trx.fn.now() }
  )
  await noteAudit(trx, subjectOf(payment), {
    action: "payment.apply_proposed",
    actorId,
    before: { order_id: payment.proposed_order_id },
    after: { order_id: orderId },
  })
}

async function record(
  trx: Knex,
  paymentId: string,
  choice: ResolutionChoice,
  { tokenAmount, application }: Extract<ResolutionDecision, { kind: "record" }>
): Promise<void> {
  const { resolution, actorId } = choice
  const orderId = choice.resolution === "apply" ? choice.orderId : null
  const [payment] = await updatePayments(
    trx,
    { id: paymentId },
    {
      resolution,
      resolved_by: actorId,
      resolved_at: trx.fn.now(),
      resolution_note: choice.resolution === "keep" ? choice.note : null,
      resolved_token_amount: tokenAmount,
      applied_order_id: orderId,
      applied_amount: application?.amount ?? null,
      order_outstanding_amount: application?.outstandingAmount ?? null,
      application_key: application ? randomUUID() : null,
      proposed_order_id: null,
      last_error: null,
    }
  )
  if (!payment) throw new Error(`payment ${paymentId} is gone; payment rows are never deleted`)
  await noteAudit(trx, subjectOf(payment), {
    action: RECORDED[resolution],
    actorId,
    before: { resolution: null },
    after: { resolution, ...(orderId === null ? {} : { order_id: orderId }) },
  })
}

function subjectOf({ id, environment, business_id }: PaymentRow) {
  return { type: PAYMENT, id, environment, business_id }
}
