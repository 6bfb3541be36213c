import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { MedusaPayments } from "./payments"
import { amountOf, idOf, raw, type Row, sumOf, text } from "./rows"

/**
 * A model of what our code uses of Medusa: carts, payment sessions, orders and their books, each operation in the steps of core, and
 * each step a statement of its process. So an operation that is cut off leaves what core leaves. Rows are deleted as core deletes them.
 */
export class Medusa extends MedusaPayments {
  constructor(
    knex: Knex,
    provider: ConstructorParameters<typeof MedusaPayments>[1],
    locks: ConstructorParameters<typeof MedusaPayments>[2],
    private readonly emit: (name: string, data: Row) => void
  ) {
    super(knex, provider, locks)
  }

  /** Core's completion: the order first, then its links one by one, the provider last. @see core's completeCartWorkflow */
  async completeCart(cartId: string): Promise<string> {
    const ownerId = idOf("core")
    await this.locks.acquire([cartId], { ownerId, expire: 120 })
    try {
      const [done] = await this.rows("order_cart", "cart_id", [cartId])
      if (done) return text(done["order_id"])
      const cart = await this.one("cart", cartId)
      const [link] = await this.rows("cart_payment_collection", "cart_id", [cartId])
      const collection = await this.one("payment_collection", text(link?.["payment_collection_id"]))
      const sessions = await this.rows("payment_session", "payment_collection_id", [collection["id"]])
      const session = sessions.find(({ status }) => status !== "error" && status !== "canceled")
      if (!session)
        throw new MedusaError(
          MedusaError.Types.INVALID_DATA,
          "Payment sessions are required to complete cart"
        )
      return await this.place(cart, collection, session)
    } finally {
      await this.locks.release([cartId], { ownerId })
    }
  }

  private async place(cart: Row, collection: Row, session: Row): Promise<string> {
    const [orderId, itemId] = [idOf("order"), idOf("ordli")]
    const currency = text(collection["currency_code"])
    const undo: (() => Promise<unknown>)[] = []
    const step = async (back: string, bindings: unknown[], job: () => Promise<unknown>) => {
      undo.unshift(() => this.sql(back, bindings))
      await job()
    }
    try {
      await step(`DELETE FROM "order" WHERE id = ?`, [orderId], () =>
        this.knex.transaction(async (trx) => {
          await trx.raw(
            `INSERT INTO "order" (id, display_id, currency_code, customer_id, created_at) VALUES (?, 1, ?, ?, now())`,
            [orderId, currency, cart["customer_id"] as string | null]
          )
          await trx.raw("INSERT INTO order_summary (order_id, totals) VALUES (?, ?)", [
            orderId,
            JSON.stringify({ current_order_total: amountOf(collection) }),
          ])
          await trx.raw("INSERT INTO order_item VALUES (?, ?)", [itemId, orderId])
        })
      )
      await Promise.all([
        step("DELETE FROM order_cart WHERE order_id = ?", [orderId], () =>
          this.sql("INSERT INTO order_cart VALUES (?, ?)", [orderId, cart["id"]])
        ).then(() =>
          step("DELETE FROM order_payment_collection WHERE order_id = ?", [orderId], () =>
            this.sql("INSERT INTO order_payment_collection VALUES (?, ?)", [orderId, collection["id"]])
          )
        ),
        step("UPDATE cart SET completed_at = NULL WHERE id = ?", [cart["id"]], () =>
          this.sql("UPDATE cart SET completed_at = now() WHERE id = ?", [cart["id"]])
        ),
        step("DELETE FROM reservation_item WHERE line_item_id = ?", [itemId], () =>
          this.sql("INSERT INTO reservation_item VALUES (?, ?)", [idOf("resitem"), itemId])
        ),
      ])
      const payment = await this.authorizeOrThrow(text(session["id"]))
      if (payment) await this.bookCaptures(orderId, payment)
      return orderId
    } catch (error) {
      for (const back of undo) await back()
      // @see core's compensatePaymentIfNeededStep
      const [paid] = await this.rows("payment", "payment_session_id", [session["id"]])
      const captures = paid ? await this.rows("capture", "payment_id", [paid["id"]]) : []
      if (paid && captures.length > 0)
        await this.refundPayment({ payment_id: text(paid["id"]), amount: sumOf(captures) }).catch(
          () => undefined
        )
      throw error
    }
  }

  /** As core's step: what is no error of Medusa is found out from the session. */
  private async authorizeOrThrow(sessionId: string): Promise<Row | null> {
    let payment: Row | null = null
    try {
      payment = await this.authorizePaymentSession(sessionId)
    } catch (error) {
      if (error instanceof MedusaError) throw error
    }
    const session = await this.one("payment_session", sessionId)
    if (session["status"] === "pending_authorization") return null
    if (session["status"] !== "authorized" || !payment)
      throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, "Payment authorization failed")
    return payment
  }

  private async bookCaptures(orderId: string, payment: Row): Promise<void> {
    for (const capture of await this.rows("capture", "payment_id", [payment["id"]]))
      await this.addOrderTransactions([
        {
          order_id: orderId,
          amount: amountOf(capture),
          currency_code: payment["currency_code"],
          reference: "capture",
          reference_id: capture["id"],
        },
      ])
  }

  /** @see core's cancelOrderWorkflow: the refund of what is captured, the goods, the collections, and the order last */
  async cancelOrder(orderId: string): Promise<void> {
    const { data } = await this.graph({
      entity: "order",
      fields: [
        "payment_collections.payments.captures.id",
        "payment_collections.payments.refunds.id",
        "items.id",
        "fulfillments.id",
      ],
      filters: { id: orderId },
    })
    const order = data[0]
    if (!order || order["status"] === "canceled")
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "the order cannot be canceled")
    const collections = order["payment_collections"] as Row[]
    const payments = collections.flatMap((row) => row["payments"] as Row[])
    await Promise.all([
      this.refundAll(orderId, payments),
      this.sql("UPDATE reservation_item SET deleted_at = now() WHERE line_item_id = ANY(?)", [
        (order["items"] as Row[]).map(({ id }) => id),
      ]),
      this.sql("UPDATE payment SET canceled_at = now() WHERE id = ANY(?)", [
        payments.filter((row) => (row["captures"] as Row[]).length === 0).map(({ id }) => id),
      ]),
    ])
    await this.creditRefunds(orderId, payments)
    await this.sql("UPDATE payment_collection SET status = 'canceled' WHERE id = ANY(?)", [
      collections.map(({ id }) => id),
    ])
    await this.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now() WHERE id = ?`, [orderId])
    this.emit("order.canceled", { id: orderId })
  }

  /** The order owes less by what its cancellation has refunded. @see core's createOrderRefundCreditLinesWorkflow */
  private async creditRefunds(orderId: string, payments: readonly Row[]): Promise<void> {
    const before = sumOf(payments.flatMap((row) => row["refunds"] as Row[]))
    const refunds = await this.rows(
      "refund",
      "payment_id",
      payments.map(({ id }) => id)
    )
    const refunded = MathBN.sub(sumOf(refunds), before)
    if (MathBN.lte(refunded, 0)) return
    const [summary] = await this.rows("order_summary", "order_id", [orderId])
    const total = text((summary?.["totals"] as Row | undefined)?.["current_order_total"])
    await this.changeTotal(orderId, MathBN.sub(total, refunded).toFixed())
  }

  /** A refund that fails is only in core's log. */
  private async refundAll(orderId: string, payments: readonly Row[]): Promise<void> {
    for (const payment of payments) {
      const left = MathBN.sub(sumOf(payment["captures"] as Row[]), sumOf(payment["refunds"] as Row[]))
      if (MathBN.lte(left, 0)) continue
      await this.refundPayment({ payment_id: text(payment["id"]), amount: left.toFixed() }).catch(
        () => undefined
      )
      await this.addOrderTransactions([
        {
          ...{
            order_id: orderId,
            amount: MathBN.mult(left, -1).toFixed(),
            currency_code: payment["currency_code"],
          },
          ...{ reference: "refund", reference_id: payment["id"] },
        },
      ])
    }
  }

  /** The collection that is open takes what is left to pay; a paid order gets another one. @see core's createOrUpdateOrderPaymentCollectionWorkflow */
  async editOrder(orderId: string, total: string): Promise<void> {
    await this.changeTotal(orderId, total)
    const paid = sumOf(await this.rows("order_transaction", "order_id", [orderId]))
    const pending = MathBN.sub(total, paid)
    const collections = await this.rows("order_payment_collection>payment_collection", "order_id", [orderId])
    const open = collections.find(({ status }) => status === "not_paid" || status === "awaiting")
    if (open && MathBN.gte(pending, 0))
      await this.updatePaymentCollections(text(open["id"]), { amount: pending.toFixed() })
    if (open || MathBN.lte(pending, 0)) return
    const [order, id] = [await this.one("order", orderId), idOf("pay_col")]
    await this.sql(
      "INSERT INTO payment_collection (id, currency_code, raw_amount, created_at) VALUES (?, ?, ?, now())",
      [id, order["currency_code"], raw(pending.toFixed())]
    )
    await this.sql("INSERT INTO order_payment_collection VALUES (?, ?)", [orderId, id])
  }

  /** A credit line: the order owes another total from now on; its collection and session keep the old amount. */
  async changeTotal(orderId: string, total: string): Promise<void> {
    await this.sql("UPDATE order_summary SET totals = ?, version = version + 1 WHERE order_id = ?", [
      JSON.stringify({ current_order_total: total }),
      orderId,
    ])
  }

  readonly addOrderTransactions = async (rows: readonly Row[]): Promise<void> => {
    for (const { order_id, amount, currency_code, reference, reference_id } of rows) {
      const value =
        typeof amount === "object" && amount !== null && "value" in amount
          ? text(amount.value)
          : String(amount)
      await this.sql(
        `INSERT INTO order_transaction (id, order_id, raw_amount, currency_code, reference, reference_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, now())`,
        [idOf("ordtrx"), order_id, raw(value), currency_code, reference, reference_id]
      )
    }
  }

  readonly listOrderTransactions = async ({ order_id, reference, reference_id }: Row): Promise<Row[]> => {
    const rows = await this.rows("order_transaction", "order_id", [order_id])
    return rows.filter(
      (row) =>
        row["reference"] === reference && (reference_id as string[]).includes(text(row["reference_id"]))
    )
  }

  readonly softDeleteOrderTransactions = async (ids: readonly string[]): Promise<void> => {
    await this.sql("UPDATE order_transaction SET deleted_at = now() WHERE id = ANY(?)", [[...ids]])
  }

  readonly deleteOrderChanges = async (ids: readonly string[]): Promise<void> => {
    await this.sql("DELETE FROM order_change WHERE id = ANY(?)", [[...ids]])
  }

  readonly listCustomers = ({ id }: { id: string }): Promise<Row[]> => this.rows("customer", "id", [id])

  readonly retrieveCart = (id: string): Promise<Row> => this.one("cart", id)

  readonly updateCarts = async (
    id: string,
    { completed_at }: { completed_at: Date | null }
  ): Promise<void> => {
    await this.sql("UPDATE cart SET completed_at = ? WHERE id = ?", [completed_at, id])
  }

  readonly listReservationItems = async ({
    line_item_id,
  }: {
    line_item_id: readonly string[]
  }): Promise<Row[]> =>
    this.sql("SELECT * FROM reservation_item WHERE line_item_id = ANY(?) ORDER BY id", [[...line_item_id]])

  readonly reserveGoods = async (orderId: string): Promise<void> => {
    for (const { id } of await this.rows("order_item", "order_id", [orderId]))
      await this.sql("INSERT INTO reservation_item VALUES (?, ?)", [idOf("resitem"), id])
  }

  readonly linkOrder = async (orderId: string, collectionId: string): Promise<void> => {
    const known = await this.rows("order_payment_collection", "order_id", [orderId])
    if (known.length === 0)
      await this.sql("INSERT INTO order_payment_collection VALUES (?, ?)", [orderId, collectionId])
  }
}
