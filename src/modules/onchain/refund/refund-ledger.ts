import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { moneyOfAttempt } from "../../../domain/payment/attempt"
import { surplusOf } from "../../../domain/payment/received-amount"
import {
  attemptRefundId,
  extraRefundId,
  surplusRefundId,
  unallocatedRefundId,
} from "../../../domain/refund/refund-amount"
import { type KnownSurplus, planSurplus } from "../../../domain/refund/refund-calculation"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { REFUND_DUE } from "../events"
import type OnchainOrderRefund from "../models/order-refund"
import type OnchainRefund from "../models/refund"
import { isCurrent, lockPayment, lockPayments, type PaymentRow, selectPayments } from "../payment/payment-row"
import { storeStatus } from "../payment/payment-status"
import { changeWithNote } from "../work/audit-log"
import {
  countingOrder,
  countRows,
  findBegins,
  type Found,
  foundRows,
  readPage,
  sortedBy,
  splitStates,
} from "../work/listed-rows"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { inScope, ownRows, type Scope, scopeColumns } from "../work/claim"

export const REFUND = "refund"

export type RefundRow = InferTypeOf<typeof OnchainRefund>

export type OrderRefundRow = InferTypeOf<typeof OnchainOrderRefund>

/** `amount` in major units. */
type NewOrderRefund = Pick<
  OrderRefundRow,
  "request_id" | "requested_by" | "order_id" | "medusa_payment_id" | "amount" | "note"
>

/** Requests of operators to refund an order in Medusa, by the id that their form made. */
export class OrderRefundRequests {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Stores a request, or finds the one with its id. */
  async open(request: NewOrderRefund): Promise<OrderRefundRow> {
    const id = generateEntityId(undefined, "ocorf")
    await this.knex("onchain_order_refund")
      .insert({ id, ...scopeColumns(this.scope), ...request })
      .onConflict()
      .ignore()
    const row = await this.find(request)
    if (!row) throw new Error("the request to refund an order was not stored")
    return row
  }

  find({
    requested_by,
    request_id,
  }: Pick<NewOrderRefund, "requested_by" | "request_id">): Promise<OrderRefundRow | undefined> {
    return ownRows<OrderRefundRow>(this.knex, this.scope, "onchain_order_refund")
      .where({ requested_by, request_id })
      .first()
  }

  /** @param refundId of Medusa */
  async done(id: string, refundId: string): Promise<void> {
    await this.knex("onchain_order_refund")
      .where({ id })
      .update({ refund_id: refundId, updated_at: this.knex.fn.now() })
  }
}

export type OrderRefund = { id: string; payment_id: string }

/** Records money that is owed back. Moves no funds: an admin pays a due refund out later. */
export class RefundLedger {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * @param refund.id Medusa's refund id; the same id is recorded once
   * @param refund.fiatAmount decimal text in major units
   * @returns false when it was recorded before
   */
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

  /**
   * Records what arrived beyond what was captured or decided about.
   *
   * A grown surplus is raised and reported again. Once it is being paid out, the rest becomes another
   * refund.
   *
   * @returns id of the latest refund of it, or null without a surplus
   */
  async oweSurplus(payment: PaymentRow): Promise<string | null> {
    const owed = surplusOf(payment)
    return owed === undefined ? null : this.oweTokens(payment, surplusRefundId(payment.id), owed)
  }

  /**
   * Records a refund for the money of an attempt, because another attempt was captured. More money increases the refund.
   *
   * @returns id of the attempt's latest refund, or null when nothing was received
   */
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
      if (plan.do !== "nothing") {
        const { id, tokenAmount: token_amount } = plan
        const write = plan.do === "insert" ? insert : raise
        const refund = { id, attempt_id, kind: "surplus", fiat_amount: null, token_amount } as const
        await write(trx, payment, { ...refund, ...accountOf(payment) })
      }
      return plan.id
    })
  }

  /**
   * Records a whole further deposit that the provider attached to a captured payment.
   *
   * @param extra.tokenAmount decimal in token units
   * @returns false when it was recorded before
   */
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

  /** By Medusa's ids, which begin with the time. @param afterId last id of the previous page */
  async listOrderRefunds(afterId: string, olderThanMs: number, limit: number): Promise<OrderRefund[]> {
    const { rows } = await this.knex.raw(
      `SELECT id, payment_id FROM onchain_refund
       WHERE kind = 'order' AND deleted_at IS NULL AND id > ?
         AND created_at < now() - ? * interval '1 millisecond'
       ORDER BY id LIMIT ?`,
      [afterId, olderThanMs, limit]
    )
    return rows
  }

  listOrderRefundsOf(paymentIds: readonly string[]): Promise<OrderRefund[]> {
    return this.knex<OrderRefund & { kind: string; deleted_at: Date | null }>("onchain_refund")
      .whereIn("payment_id", paymentIds)
      .where({ kind: "order", deleted_at: null })
      .select("id", "payment_id")
  }

  /**
   * Takes back a refund of an order that Medusa no longer has. The row stays, marked as deleted.
   *
   * @returns false when it was taken back before, or is being paid out
   */
  async withdraw(id: string): Promise<boolean> {
    const own = inScope(this.scope)
    const sql = `UPDATE onchain_refund SET deleted_at = now(), updated_at = now()
      WHERE id = ? AND kind = 'order' AND state = 'due' AND deleted_at IS NULL AND ${own.sql} RETURNING *`
    const note = { action: "refund.withdrawn", actorId: null, before: { state: "due" }, after: null }
    const refund = await this.find(id)
    if (!refund) return false
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [refund.payment_id])
      const withdrawn = await changeWithNote(trx, REFUND, { sql, bindings: [id, ...own.bindings] }, note)
      if (withdrawn) await storeStatus(trx, [refund.payment_id])
      return withdrawn !== undefined
    })
  }

  /**
   * Records that money without an order is owed back.
   *
   * @param tokenAmount decimal in token units; null when an operator has to look it up
   * @returns false when it was recorded before
   */
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
      return insert(trx, payment, { ...refund, ...accountOf(payment) })
    })
  }
}

type OwedRefund = {
  id: string
  attempt_id?: string | null
  kind: "order" | "surplus" | "unallocated"
  fiat_amount: string | null
  token_amount: string | null
}
type NewRefund = OwedRefund & ReturnType<typeof accountOf>

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

async function raise(trx: Knex.Transaction, payment: PaymentRow, refund: NewRefund): Promise<void> {
  const { id, token_amount } = refund
  await changeWithNote<RefundRow>(
    trx,
    REFUND,
    {
      sql: `UPDATE onchain_refund SET token_amount = ?, updated_at = now()
        WHERE id = ? AND environment = ? AND business_id = ? RETURNING *`,
      bindings: [token_amount, id, refund.environment, refund.business_id],
    },
    { action: "refund.raised", actorId: null, before: null, after: { token_amount } }
  )
  await addToOutbox(trx, [dueEvent(payment, refund)])
}

/** @returns false when it was recorded before */
async function insert(trx: Knex.Transaction, payment: PaymentRow, refund: NewRefund): Promise<boolean> {
  const insertion = trx("onchain_refund")
    .insert({
      ...refund,
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

/** No states stand for all of them. */
export type RefundFilter = {
  states: readonly RefundState[]
  kind?: RefundKind | undefined
  /** Beginning of an identifier: of the refund, its payment, its session or its payout. */
  q?: string | undefined
}

export type RefundPage = { filter: RefundFilter; direction: "asc" | "desc"; limit: number; offset: number }

/** Nobody is paying it yet. */
export const IS_DUE = "state = 'due'"

const SEARCHED = ["id", "payment_id", "session_id", "withdrawal_id"] as const

/** Oldest first. */
export function listRefundsOf(knex: Knex, payment_id: string): Promise<RefundRow[]> {
  return knex<RefundRow>("onchain_refund")
    .where({ payment_id })
    .whereNull("deleted_at")
    .orderBy(["created_at", "id"])
    .select("*")
}

/** From indexes in the order of the page. */
export class RefundList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Each state is read from its own index in order, and merged. */
  async page({ filter, direction, limit, offset }: RefundPage): Promise<RefundRow[]> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    const sorting = sortedBy("created_at", direction)
    return readPage<RefundRow>(this.knex, this.parts(filter, found), { sorting, limit, offset })
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: RefundFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, this.parts(filter, found), countingOrder(found, "created_at"))
  }

  /** Oldest first. */
  listOfPayment(paymentId: string): Promise<RefundRow[]> {
    return listRefundsOf(this.knex, paymentId)
  }

  async paymentsOf(refunds: readonly { payment_id: string }[]): Promise<Map<string, PaymentRow>> {
    const ids = [...new Set(refunds.map(({ payment_id }) => payment_id))]
    const rows = await selectPayments(this.knex).whereIn("id", ids)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** @returns ids of the refunds whose proposed address waits for an operator */
  async proposedOf(refunds: readonly { id: string }[]): Promise<Set<string>> {
    const ids = refunds.map(({ id }) => id)
    const rows = await this.knex<{ refund_id: string; state: string }>("onchain_refund_address")
      .whereIn("refund_id", ids)
      .where({ state: "proposed" })
      .select("refund_id")
    return new Set(rows.map(({ refund_id }) => refund_id))
  }

  private get searched() {
    return { table: "onchain_refund", scope: this.scope, columns: SEARCHED }
  }

  private parts(filter: RefundFilter, found: Found): Knex.QueryBuilder<RefundRow, RefundRow[]>[] {
    return splitStates(filter).map(({ states: [state], kind, q }) => {
      const query = foundRows<RefundRow>(this.knex, this.searched, found, q)
      if (state !== undefined) void query.where("state", state)
      if (kind !== undefined) void query.where("kind", kind)
      return query
    })
  }
}
