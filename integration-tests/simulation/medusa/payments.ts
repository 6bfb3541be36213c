import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type OnchainPaymentProvider from "../../../src/providers/onchain/service"
import { amountOf, idOf, MedusaRows, raw, type Row, sumOf, text } from "./rows"

const PROVIDER = "pp_onchain_default"

type Provider = Pick<
  OnchainPaymentProvider,
  "initiatePayment" | "authorizePayment" | "deletePayment" | "refundPayment"
>
export type Locks = {
  acquire: (keys: readonly string[], options?: { ownerId?: string; expire?: number }) => Promise<void>
  release: (keys: readonly string[], options?: { ownerId?: string }) => Promise<boolean>
}

type NewSession = {
  amount: string
  currency: string
  data: Row
  provider: string
  customerId?: string | undefined
}

/** Carts, payment sessions and payments of the model, each operation in the steps of core. */
export class MedusaPayments extends MedusaRows {
  constructor(
    knex: Knex,
    private readonly provider: Provider,
    protected readonly locks: Locks
  ) {
    super(knex)
  }

  // Carts

  async createCart({
    total,
    currency,
    customerId = null,
  }: {
    total: string
    currency: string
    customerId?: string | null | undefined
  }): Promise<{ cartId: string; collectionId: string }> {
    const [cartId, collectionId] = [idOf("cart"), idOf("pay_col")]
    await this.sql("INSERT INTO cart (id, currency_code, customer_id) VALUES (?, ?, ?)", [
      cartId,
      currency,
      customerId,
    ])
    await this.sql(
      "INSERT INTO payment_collection (id, currency_code, raw_amount, created_at) VALUES (?, ?, ?, now())",
      [collectionId, currency, raw(total)]
    )
    await this.sql("INSERT INTO cart_payment_collection VALUES (?, ?)", [cartId, collectionId])
    return { cartId, collectionId }
  }

  /** A change of items or region: the sessions go beside the new amount. @see core's refreshPaymentCollectionForCartWorkflow */
  async changeCart(
    cartId: string,
    collectionId: string,
    { total, currency }: { total: string; currency: string }
  ): Promise<void> {
    const ownerId = idOf("core")
    await this.locks.acquire([cartId], { ownerId, expire: 10 })
    try {
      await this.refuseCompleted(cartId)
      const sessions = await this.rows("payment_session", "payment_collection_id", [collectionId])
      await this.sql("UPDATE cart SET currency_code = ?, updated_at = now() WHERE id = ?", [currency, cartId])
      await Promise.all([
        this.deleteSessions(sessions),
        this.sql("UPDATE payment_collection SET raw_amount = ?, currency_code = ? WHERE id = ?", [
          raw(total),
          currency,
          collectionId,
        ]),
      ])
    } finally {
      await this.locks.release([cartId], { ownerId })
    }
  }

  private async refuseCompleted(cartId: string): Promise<void> {
    const cart = await this.one("cart", cartId)
    if (cart["completed_at"] !== null)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "the cart is completed")
  }

  // Payment sessions

  /** Without the lock of the cart; the amount is that of the collection when it began. @see core's createPaymentSessionsWorkflow */
  async choose(
    collectionId: string,
    data: Row,
    {
      provider = PROVIDER,
      customerId,
    }: { provider?: string | undefined; customerId?: string | undefined } = {}
  ): Promise<string> {
    const collection = await this.one("payment_collection", collectionId)
    const earlier = await this.rows("payment_session", "payment_collection_id", [collectionId])
    const amount = amountOf(collection)
    const currency = text(collection["currency_code"])
    const [created, deleted] = await Promise.allSettled([
      this.createSession(collectionId, { amount, currency, data, provider, customerId }),
      this.deleteSessions(earlier),
    ])
    if (created.status === "fulfilled") return created.value
    // Core's compensation brings back the sessions that it has deleted, with their old amount and currency.
    for (const session of deleted.status === "fulfilled" ? deleted.value : [])
      await this.createSession(collectionId, {
        amount: amountOf(session),
        currency: text(session["currency_code"]),
        data: session["data"] as Row,
        provider: text(session["provider_id"]),
      }).catch(() => undefined)
    throw created.reason as Error
  }

  private async createSession(
    collectionId: string,
    { amount, currency, data, provider, customerId }: NewSession
  ): Promise<string> {
    const id = idOf("payses")
    await this.sql(
      `INSERT INTO payment_session (id, payment_collection_id, provider_id, raw_amount, currency_code, created_at)
       VALUES (?, ?, ?, ?, ?, now())`,
      [id, collectionId, provider, raw(amount), currency]
    )
    if (provider !== PROVIDER) return id
    let opened: { data?: Row } | undefined
    try {
      opened = await this.provider.initiatePayment({
        ...{ amount: Number(amount), currency_code: currency, data: { ...data, session_id: id } },
        context: { idempotency_key: id, ...(customerId && { customer: { id: customerId } }) },
      } as Parameters<Provider["initiatePayment"]>[0])
      const updated = await this.sql(
        "UPDATE payment_session SET data = ?, status = 'pending' WHERE id = ? AND deleted_at IS NULL RETURNING id",
        [JSON.stringify({ ...data, ...opened.data }), id]
      )
      if (updated.length === 0) throw new MedusaError(MedusaError.Types.NOT_FOUND, `session ${id} not found`)
      return id
    } catch (error) {
      // It gets the client's data, not ours.
      if (opened) await this.provider.deletePayment({ data })
      await this.sql("DELETE FROM payment_session WHERE id = ?", [id])
      throw error
    }
  }

  /** One that cannot be deleted stays, and core only logs it. @returns the deleted ones */
  private async deleteSessions(sessions: readonly Row[]): Promise<Row[]> {
    const deleted = await Promise.all(
      sessions.map((session) =>
        this.deletePaymentSession(text(session["id"])).then(
          () => [session],
          () => []
        )
      )
    )
    return deleted.flat()
  }

  readonly deletePaymentSession = async (id: string): Promise<void> => {
    const session = await this.one("payment_session", id)
    if (session["provider_id"] === PROVIDER)
      await this.provider.deletePayment({ data: session["data"] as Row })
    await this.sql("DELETE FROM payment_session WHERE id = ?", [id])
  }

  readonly retrievePaymentSession = async (id: string): Promise<Row> => {
    const session = await this.one("payment_session", id)
    return { ...session, amount: Number(amountOf(session)) }
  }

  readonly updatePaymentSession = async ({ id, amount, data }: { id: string; amount: string; data: Row }) => {
    await this.sql("UPDATE payment_session SET raw_amount = ?, data = ? WHERE id = ?", [
      raw(String(amount)),
      JSON.stringify(data),
      id,
    ])
  }

  readonly updatePaymentCollections = async (id: string, { amount }: { amount: string }) => {
    await this.sql("UPDATE payment_collection SET raw_amount = ? WHERE id = ?", [raw(amount), id])
  }

  /** One transaction of core from the provider's answer on. */
  readonly authorizePaymentSession = async (id: string, context: Row = {}): Promise<Row | null> => {
    const session = await this.one("payment_session", id)
    const [known] = await this.rows("payment", "payment_session_id", [id])
    if (known && session["authorized_at"] !== null) return known
    const { status } =
      session["provider_id"] === PROVIDER
        ? await this.provider.authorizePayment({
            data: session["data"] as Row,
            context: { idempotency_key: id, ...context },
          })
        : { status: "authorized" }
    if (status !== "authorized" && status !== "captured") {
      await this.sql("UPDATE payment_session SET status = ? WHERE id = ?", [status, id])
      if (status === "pending_authorization") {
        await this.sql("UPDATE payment_collection SET status = 'awaiting' WHERE id = ?", [
          session["payment_collection_id"],
        ])
        return null
      }
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Session: ${id} was not authorized with the provider.`
      )
    }
    return this.book(session, status === "captured")
  }

  private async book(session: Row, isCaptured: boolean): Promise<Row> {
    const paymentId = idOf("pay")
    const { id, payment_collection_id, provider_id, currency_code, data, raw_amount } = session
    await this.knex.transaction(async (trx) => {
      const run = (sql: string, bindings: unknown[]) => trx.raw(sql, bindings as Knex.RawBinding[])
      await run("UPDATE payment_session SET status = 'authorized', authorized_at = now() WHERE id = ?", [id])
      await run(
        `INSERT INTO payment (id, payment_collection_id, payment_session_id, provider_id, raw_amount, currency_code, data, captured_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ${isCaptured ? "now()" : "NULL"}, now())`,
        [
          paymentId,
          payment_collection_id,
          id,
          provider_id,
          JSON.stringify(raw_amount),
          currency_code,
          JSON.stringify(data),
        ]
      )
      if (isCaptured)
        await run("INSERT INTO capture (id, payment_id, raw_amount, created_at) VALUES (?, ?, ?, now())", [
          idOf("capt"),
          paymentId,
          JSON.stringify(raw_amount),
        ])
      await run("UPDATE payment_collection SET status = ? WHERE id = ?", [
        isCaptured ? "completed" : "authorized",
        payment_collection_id,
      ])
    })
    return this.one("payment", paymentId)
  }

  readonly refundPayment = async ({
    payment_id,
    amount,
  }: {
    payment_id: string
    amount: string
  }): Promise<Row> => {
    const payment = await this.one("payment", payment_id)
    const [captures, refunds] = [
      await this.rows("capture", "payment_id", [payment_id]),
      await this.rows("refund", "payment_id", [payment_id]),
    ]
    if (MathBN.gt(MathBN.sum(sumOf(refunds), amount), sumOf(captures)))
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "You cannot refund more than what is captured on the payment."
      )
    const id = idOf("ref")
    await this.sql("INSERT INTO refund (id, payment_id, raw_amount, created_at) VALUES (?, ?, ?, now())", [
      id,
      payment_id,
      raw(amount),
    ])
    try {
      await this.provider.refundPayment({
        ...{ amount: Number(amount), data: payment["data"] as Row },
        context: { idempotency_key: id },
      })
    } catch (error) {
      await this.sql("DELETE FROM refund WHERE id = ?", [id])
      throw error
    }
    return { id }
  }
}
