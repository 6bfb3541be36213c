import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { surplusOf } from "../../domain/settled-amount"
import { changeWithNote } from "./audit-log"
import type { PaymentRow } from "./payment-row"

/** A refund as its event tells it. `fiat_amount` in major units, `token_amount` in token units. */
export type DueRefund = {
  id: string
  payment_id: string
  session_id: string
  fiat_amount: string | null
  token_amount: string | null
  token: string
  announced_at: Date | null
}

/** A refund of an order; its id is Medusa's. */
export type OrderRefund = { id: string; payment_id: string }

/** The refund of what came on top of a payment. */
export const surplusRefundId = (paymentId: string) => `surplus_${paymentId}`
/** The refund of a whole further deposit, by the invoice that the service made from it. */
export const extraRefundId = (invoiceId: string) => `extra_${invoiceId}`

/** The refund of money that had no order to go to. */
export const unallocatedRefundId = (paymentId: string) => `unallocated_${paymentId}`

/**
 * Records money that is owed back. Nothing here moves funds: an admin pays a due refund out later.
 */
export class RefundLedger {
  constructor(private readonly knex: Knex) {}

  /**
   * @param refund.id Medusa's refund id; the same id is recorded once
   * @param refund.fiatAmount decimal text in major units
   * @returns false when it was recorded before
   */
  async oweOrderRefund(payment: PaymentRow, refund: { id: string; fiatAmount: string }): Promise<boolean> {
    return this.insert(payment, {
      id: refund.id,
      kind: "order",
      fiat_amount: refund.fiatAmount,
      token_amount: null,
    })
  }

  /** Whether core has undone the capture of this payment by itself, or a merchant refunded it. */
  async hasOrderRefund(paymentId: string): Promise<boolean> {
    const found = await this.knex("onchain_refund")
      .where({ payment_id: paymentId, kind: "order", deleted_at: null })
      .first("id")
    return found !== undefined
  }

  /**
   * Records what arrived beyond what was captured or decided about, if anything did.
   *
   * A surplus that has grown since is raised, and is to be told again.
   *
   * @returns id of the refund, or null when nothing came on top
   */
  async oweSurplus(payment: PaymentRow): Promise<string | null> {
    const tokenAmount = surplusOf(payment)
    if (tokenAmount === undefined) return null
    const id = surplusRefundId(payment.id)
    const isNew = await this.insert(payment, {
      id,
      kind: "surplus",
      fiat_amount: null,
      token_amount: tokenAmount,
    })
    if (!isNew && tokenAmount !== null)
      await this.knex.raw(
        `UPDATE onchain_refund SET token_amount = ?, announced_at = NULL, updated_at = now()
         WHERE id = ? AND state = 'due' AND (token_amount IS NULL OR token_amount::numeric < ?::numeric)`,
        [tokenAmount, id, tokenAmount]
      )
    return id
  }

  /**
   * Records a whole further deposit that the service has attached to a payment which has its money already.
   *
   * @param extra.tokenAmount decimal in token units
   * @returns false when it was recorded before
   */
  oweExtra(payment: PaymentRow, extra: { invoiceId: string; tokenAmount: string }): Promise<boolean> {
    return this.insert(payment, {
      id: extraRefundId(extra.invoiceId),
      kind: "surplus",
      fiat_amount: null,
      token_amount: extra.tokenAmount,
    })
  }

  find(id: string): Promise<DueRefund | undefined> {
    return this.knex<DueRefund>("onchain_refund").where({ id }).whereNull("deleted_at").first()
  }

  /**
   * Refunds of orders by Medusa's ids, which begin with the time.
   *
   * @param afterId up to where somebody has read
   */
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

  /** All refunds of orders that some payments have. */
  listOrderRefundsOf(paymentIds: readonly string[]): Promise<OrderRefund[]> {
    return this.knex<OrderRefund & { kind: string; deleted_at: Date | null }>("onchain_refund")
      .whereIn("payment_id", paymentIds)
      .where({ kind: "order", deleted_at: null })
      .select("id", "payment_id")
  }

  /**
   * Takes back what is owed for an order by a refund that Medusa has not. The row stays, marked as deleted.
   *
   * @returns false when it was taken back before, or is being paid out
   */
  async withdraw(id: string): Promise<boolean> {
    const sql = `UPDATE onchain_refund SET deleted_at = now(), updated_at = now()
      WHERE id = ? AND kind = 'order' AND state = 'due' AND deleted_at IS NULL RETURNING *`
    const note = { action: "refund.withdrawn", actorId: null, before: { state: "due" }, after: null }
    return (await changeWithNote(this.knex, "refund", { sql, bindings: [id] }, note)) !== undefined
  }

  /** Notes that listeners were told of a refund as it was read. One that has grown since is still to be told. */
  async noteAnnounced({ id, token_amount }: Pick<DueRefund, "id" | "token_amount">): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_refund SET announced_at = now(), updated_at = now()
       WHERE id = ? AND token_amount IS NOT DISTINCT FROM ?`,
      [id, token_amount]
    )
  }

  /** Refunds that nobody was told of, because a process died in between. */
  async listUnannounced(olderThanMs: number, limit: number): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_refund
       WHERE announced_at IS NULL AND deleted_at IS NULL AND created_at < now() - ? * interval '1 millisecond'
       ORDER BY created_at LIMIT ?`,
      [olderThanMs, limit]
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Records that money which had no order to go to is owed back.
   *
   * @param tokenAmount decimal in token units; null when a person has to look it up
   * @returns false when it was recorded before
   */
  oweUnallocated(payment: PaymentRow, tokenAmount: string | null): Promise<boolean> {
    return this.insert(payment, {
      id: unallocatedRefundId(payment.id),
      kind: "unallocated",
      fiat_amount: null,
      token_amount: tokenAmount,
    })
  }

  private async insert(
    payment: PaymentRow,
    refund: {
      id: string
      kind: "order" | "surplus" | "unallocated"
      fiat_amount: string | null
      token_amount: string | null
    }
  ): Promise<boolean> {
    const inserted = await this.knex("onchain_refund")
      .insert({
        ...refund,
        state: "due",
        payment_id: payment.id,
        session_id: payment.session_id,
        currency_code: payment.currency_code,
        chain: payment.chain,
        network_id: payment.network_id,
        token: payment.token,
        canonical_asset_id: payment.canonical_asset_id,
      })
      .onConflict()
      .ignore()
      .returning("id")
    return inserted.length === 1
  }
}
