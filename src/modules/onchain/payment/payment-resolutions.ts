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
import { inScope, type Scope } from "../work/claim"
import { lockPayment, PAYMENTS, selectPayments, type PaymentRow } from "./payment-row"
import { updatePayments, type Columns } from "./payment-writes"

const PAYMENT = "payment"
/** A decision to apply its money stands, and is not carried through. */
const IS_APPLYING = "state = 'unallocated' AND resolution = 'apply'"
/** The deciding process has this long before a job takes over. */
const GRACE_MS = 30_000

const RECORDED = {
  apply: "payment.apply_requested",
  refund_due: "payment.refund_due",
  keep: "payment.kept",
} as const satisfies Record<PaymentResolution, string>

/** Records operators' decisions about money without an order. A job executes what is interrupted. */
export class PaymentResolutions {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

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

  /** Records that held money is to be refunded because its order is paid. @returns undefined when an operator was faster */
  oweBack(paymentId: string): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, paymentId)
      if (!payment) throw new Error(`there is no payment ${paymentId}`)
      const choice = { actorId: null, resolution: "refund_due" } as const
      const decision = decideResolution(payment, choice)
      return decision.kind === "record" ? record(trx, paymentId, choice, decision) : undefined
    })
  }

  /** Chooses once where in the order the money goes. */
  async chooseCollection(paymentId: string, collectionId: string): Promise<PaymentRow | undefined> {
    const [payment] = await updatePayments(
      this.knex,
      { sql: `id = ? AND ${IS_APPLYING}`, bindings: [paymentId] },
      { applied_collection_id: this.knex.raw("COALESCE(applied_collection_id, ?)", [collectionId]) }
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
    const [payment] = await updatePayments(
      this.knex,
      {
        sql: `application_key = ? AND applied_collection_id = ? AND applied_amount::numeric = ?::numeric
          AND currency_code = ? AND ${IS_APPLYING} AND applied_session_id IS NULL`,
        bindings: [session.key, session.collectionId, session.amount, session.currencyCode],
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
        state: "held",
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
      .where({ id: paymentId, applied_session_id: sessionId, state: "held" })
      .update({ applied_session_id: null, application_key: randomUUID(), updated_at: new Date() })
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
        resolution: null,
        resolved_by: null,
        resolved_at: null,
        resolved_token_amount: null,
        applied_order_id: null,
        applied_collection_id: null,
        applied_amount: null,
        is_applied_in_full: null,
        application_key: null,
        applied_session_id: null,
        last_error: reason.slice(0, 1_000),
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
      const isDecided = "id = ? AND resolution IS NOT NULL AND resolution_done_at IS NULL"
      const where = { sql: isDecided, bindings: [paymentId] }
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
      const isApplying = { sql: `id = ? AND ${IS_APPLYING}`, bindings: [id] }
      const [payment] = await updatePayments(trx, isApplying, columns)
      if (payment) await noteAudit(trx, subjectOf(payment), note)
      return payment
    })
  }
}

const NO_PROPOSAL = { proposed_order_id: null, proposed_by: null, proposed_at: null } as const

async function propose(
  trx: Knex,
  payment: PaymentRow,
  actorId: string | null,
  { orderId, person }: Extract<ResolutionDecision, { kind: "propose" }>
): Promise<void> {
  await updatePayments(
    trx,
    { sql: "id = ?", bindings: [payment.id] },
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
): Promise<PaymentRow> {
  const { resolution, actorId } = choice
  const orderId = choice.resolution === "apply" ? choice.orderId : null
  const [payment] = await updatePayments(
    trx,
    { sql: "id = ?", bindings: [paymentId] },
    {
      resolution,
      resolved_by: actorId,
      resolved_at: trx.fn.now(),
      resolution_note: choice.resolution === "keep" ? choice.note : null,
      resolved_token_amount: tokenAmount,
      applied_order_id: orderId,
      applied_amount: application?.amount ?? null,
      is_applied_in_full: application?.isInFull ?? null,
      application_key: application ? randomUUID() : null,
      ...NO_PROPOSAL,
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
  return payment
}

function subjectOf({ id, environment, business_id }: PaymentRow) {
  return { type: PAYMENT, id, environment, business_id }
}
