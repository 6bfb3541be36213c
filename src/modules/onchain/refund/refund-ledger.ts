import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { moneyOfAttempt } from "../../../domain/payment/attempt"
import { surplusOf } from "../../../domain/payment/received-amount"
import {
  attemptRefundId,
  extraRefundId,
  surplusRefundId,
  unallocatedRefundId,
} from "../../../domain/refund/refund-amount"
import { type BookedRefund, type KnownSurplus, planSurplus } from "../../../domain/refund/refund-calculation"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { REFUND_DUE } from "../events"
import type OnchainRefund from "../models/refund"
import { isCurrent, lockPayment, lockPayments, type PaymentRow, selectPayments } from "../payment/payment-row"
import { storeStatus } from "../payment/payment-status"
import { HAS_MAYBE_LEFT } from "../payout/withdrawal-store"
import { type ListPage, RowList } from "../work/listed-rows"
import { type AuditNote, changeLocked } from "../work/audit-log"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { inScope, ownRows, type Scope, ScopedStore } from "../work/claim"

export const REFUND = "refund"

export type RefundRow = InferTypeOf<typeof OnchainRefund>

export type OrderRefund = { id: string; payment_id: string }

/** Records money that is owed back. Moves no funds: an admin pays a due refund out later. */
export class RefundLedger extends ScopedStore {
  /** By Medusa's refund id, which is recorded once. @returns false when it was recorded before */
  async oweOrderRefund(payment: PaymentRow, refund: { id: string; fiatAmount: string }): Promise<boolean> {
    return this.owe(payment, {
      id: refund.id,
      kind: "order",
      fiat_amount: refund.fiatAmount,
      token_amount: null,
    })
  }

  /** Whether core has undone the capture of this payment, or a merchant refunded it. */
  async hasOrderRefund(paymentId: string): Promise<boolean> {
    const found = await this.knex("onchain_refund")
      .where({ payment_id: paymentId, kind: "order", deleted_at: null })
      .first("id")
    return found !== undefined
  }

  /** A grown surplus is raised; once it is being paid out, the rest becomes another refund. @returns id of its latest refund */
  async oweSurplus(payment: PaymentRow): Promise<string | null> {
    const owed = surplusOf(payment)
    return owed === undefined ? null : this.oweTokens(payment, surplusRefundId(payment.id), owed)
  }

  /** The money of an attempt, because another one was captured; more of it raises the refund. */
  async oweAttempt(attempt: PaymentRow): Promise<string | null> {
    const owed = moneyOfAttempt(attempt)
    if (owed === undefined) return null
    return this.oweTokens(attempt, attemptRefundId(attempt.attempt_id), owed, attempt.attempt_id)
  }

  private oweTokens(
    payment: PaymentRow,
    baseId: string,
    owed: string | null,
    attempt_id: string | null = null
  ): Promise<string> {
    return this.knex.transaction(async (trx) => {
      // Payouts and reports of more money wait for the same lock.
      await lockPayment(trx, payment.id)
      const plan = planSurplus({ baseId, owed, known: await listSurplus(trx, payment.id, baseId) })
      if (plan.do === "nothing") return plan.id
      const { id, tokenAmount: token_amount } = plan
      const refund = { id, attempt_id, kind: "surplus", fiat_amount: null, token_amount } as const
      if (plan.do === "insert") await insert(trx, payment, refund)
      else {
        const note = { action: "refund.raised", actorId: null, before: null, after: { token_amount } }
        await changeRefund(trx, { id, ...accountOf(payment) }, { token_amount }, note)
        await addToOutbox(trx, [dueEvent(payment, refund)])
      }
      return id
    })
  }

  /** A whole further deposit that the provider attached to a captured payment. */
  oweExtra(payment: PaymentRow, extra: { invoiceId: string; tokenAmount: string }): Promise<boolean> {
    return this.owe(payment, {
      id: extraRefundId(extra.invoiceId),
      // Before the capture the payment may still go on with another attempt, in another token.
      attempt_id: isCurrent(payment) && payment.state === "captured" ? null : payment.attempt_id,
      kind: "surplus",
      fiat_amount: null,
      token_amount: extra.tokenAmount,
    })
  }

  find(id: string): Promise<RefundRow | undefined> {
    return ownRows<RefundRow>(this.knex, this.scope, "onchain_refund").where("id", id).first()
  }

  /** All refunds of the orders' payments that have several, of which one is due for so long. */
  async listSeveral(olderThanMs: number): Promise<OrderRefund[]> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT id, payment_id FROM onchain_refund WHERE kind = 'order' AND deleted_at IS NULL AND payment_id IN (
         SELECT due.payment_id FROM onchain_refund AS due
         WHERE due.kind = 'order' AND due.${IS_DUE} AND due.deleted_at IS NULL AND ${own.sql}
           AND due.created_at < now() - ? * interval '1 millisecond'
           AND EXISTS (SELECT 1 FROM onchain_refund AS other WHERE other.payment_id = due.payment_id
             AND other.kind = 'order' AND other.id <> due.id AND other.deleted_at IS NULL))`,
      [...own.bindings, olderThanMs]
    )
    return rows
  }

  /** Takes back a refund of an order that Medusa no longer has. False when it is being paid out, or was taken back before. */
  async withdraw(id: string): Promise<boolean> {
    const seen = await this.find(id)
    if (!seen) return false
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [seen.payment_id])
      const due = ownRows<RefundRow>(trx, this.scope, "onchain_refund").where({
        id,
        kind: "order",
        state: "due",
      })
      const refund = await due.forUpdate().first()
      if (!refund) return false
      const note = { action: "refund.withdrawn", actorId: null, before: { state: "due" }, after: null }
      await changeRefund(trx, refund, { deleted_at: trx.fn.now() }, note)
      return true
    })
  }

  /** `tokenAmount` is null when an operator has to look it up. */
  oweUnallocated(payment: PaymentRow, tokenAmount: string | null): Promise<boolean> {
    return this.owe(payment, {
      id: unallocatedRefundId(payment.id),
      kind: "unallocated",
      fiat_amount: null,
      token_amount: tokenAmount,
    })
  }

  private owe(payment: PaymentRow, refund: OwedRefund): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [payment.id])
      return insert(trx, payment, refund)
    })
  }
}

type OwedRefund = {
  id: string
  attempt_id?: string | null
  kind: RefundKind
  fiat_amount: string | null
  token_amount: string | null
}

/** A refund is owed in the account that received the money, also after a switch to another one. */
const accountOf = ({ environment, business_id }: PaymentRow) => ({ environment, business_id })

/** Oldest first, without whole further deposits. */
async function listSurplus(trx: Knex.Transaction, paymentId: string, base: string): Promise<KnownSurplus[]> {
  const { rows }: { rows: KnownSurplus[] } = await trx.raw(
    `SELECT id, state, token_amount AS "tokenAmount" FROM onchain_refund
     WHERE payment_id = ? AND (id = ? OR starts_with(id, ?)) AND deleted_at IS NULL
     ORDER BY created_at, id FOR UPDATE`,
    [paymentId, base, `${base}_`]
  )
  return rows
}

/** Changes a refund that the caller has locked, with its audit entry and the status of its payment. */
export async function changeRefund(
  trx: Knex.Transaction,
  row: Pick<RefundRow, "id" | "environment" | "business_id">,
  columns: Record<string, Knex.Value | null>,
  note: AuditNote
): Promise<RefundRow> {
  const subject = { type: REFUND, table: "onchain_refund" }
  const changed = await changeLocked<RefundRow>(trx, subject, row, columns, note)
  await storeStatus(trx, [changed.payment_id])
  return changed
}

async function insert(trx: Knex.Transaction, payment: PaymentRow, refund: OwedRefund): Promise<boolean> {
  const insertion = trx("onchain_refund")
    .insert({
      ...refund,
      ...accountOf(payment),
      deleted_at: null,
      updated_at: trx.fn.now(),
      state: "due",
      payment_id: payment.id,
      session_id: payment.session_id,
      currency_code: payment.currency_code,
      chain: payment.chain,
      network_id: payment.network_id,
      token: payment.token,
      canonical_asset_id: payment.canonical_asset_id,
    })
    .onConflict(["id", "environment", "business_id"])
  // A refund withdrawn because its attempt paid the order is due again when it does not.
  const inserted = await (
    refund.attempt_id
      ? insertion
          .merge(["token_amount", "deleted_at", "updated_at"])
          .whereNotNull("onchain_refund.deleted_at")
      : insertion.ignore()
  ).returning("id")
  if (inserted.length === 0) return false
  await storeStatus(trx, [payment.id])
  await addToOutbox(trx, [dueEvent(payment, refund)])
  return true
}

function dueEvent({ id: payment_id, session_id, token }: PaymentRow, refund: OwedRefund): OutboxEvent {
  const { id: subject, fiat_amount, token_amount } = refund
  const owed = fiat_amount === null ? { token_amount, token } : { fiat_amount }
  return { subject, name: REFUND_DUE, data: { payment_id, session_id, ...owed } }
}

export type RefundFilter = {
  states: readonly RefundState[]
  kind?: RefundKind | undefined
  /** Beginning of an identifier: of the refund, its payment, its session or its payout. */
  q?: string | undefined
  after?: string | undefined
}

export type RefundPage = ListPage<RefundFilter>

export const IS_DUE = "state = 'due'"

export type BookedRefundRow = RefundRow & Pick<BookedRefund, "earlier_tokens">

export function listRefundsOf(knex: Knex, payment_id: string): Promise<BookedRefundRow[]> {
  return knex<RefundRow, BookedRefundRow[]>("onchain_refund AS refund")
    .where({ payment_id })
    .whereNull("deleted_at")
    .orderBy(["created_at", "id"])
    .select(
      "*",
      knex.raw(`(SELECT trim_scale(coalesce(sum(o.amount::numeric), 0))::text FROM onchain_withdrawal AS o
        WHERE o.refund_id = refund.id AND o.id IS DISTINCT FROM refund.withdrawal_id AND ${HAS_MAYBE_LEFT}) AS earlier_tokens`)
    )
}

export class RefundList extends RowList<RefundRow, RefundFilter> {
  constructor(knex: Knex, scope: Scope) {
    super(knex, scope, {
      table: "onchain_refund",
      by: "created_at",
      searched: ["id", "payment_id", "session_id", "withdrawal_id"],
      equal: ["kind"],
    })
  }

  listOfPayment(paymentId: string): Promise<BookedRefundRow[]> {
    return listRefundsOf(this.knex, paymentId)
  }

  ofIds(ids: readonly string[]): Promise<RefundRow[]> {
    return this.knex<RefundRow>("onchain_refund")
      .whereIn("id", [...ids])
      .whereNull("deleted_at")
      .select("*")
  }

  async paymentsOf(refunds: readonly { payment_id: string }[]): Promise<Map<string, PaymentRow>> {
    const ids = [...new Set(refunds.map(({ payment_id }) => payment_id))]
    const rows = await selectPayments(this.knex).whereIn("id", ids)
    return new Map(rows.map((row) => [row.id, row]))
  }
}
