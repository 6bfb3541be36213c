import { storeAllStatuses } from "./support/payment-rows"
import { eventually } from "./support/eventually"
import { expectCaptured, openPurchase, placePurchase, storedPayment } from "./support/purchase"
import { expectLaterMoneyOwed, settledMoneyStories } from "./support/settled-money-stories"
import { storeSuite } from "./support/store-suite"
import { paidTooEarly, paidTooLate, paymentId } from "./support/unallocated"
import { followUp, listen } from "./support/unpaid-orders"
import { installed } from "./support/installed"

const ME = "merchant@example.com"
const SECRET = "secret-of-the-server"

storeSuite("money without an order", {}, (store) => {
  const api = () => store.merchant.unmatched
  const refunds = async () =>
    (await store.db.raw("SELECT kind, state, fiat_amount, token_amount FROM onchain_refund ORDER BY kind"))
      .rows

  it("waits in a queue with its reason, its order and the possible actions, also when that order was cancelled before it could be applied", async () => {
    const { orderId, id, sessionId, late } = await paidTooEarly(store)
    await paidTooLate(store)
    const { payments, count } = await api().list("?resolution=waiting&order=settled_at")
    expect(count).toBe(2)
    expect(payments.map(({ reason }) => reason)).toEqual(["session_deleted", "order_cancelled"])
    expect(payments[0]).toMatchObject({
      id,
      session_id: late.sessionId,
      network_name: "Base",
      token: "USDC",
      fiat_amount: "17",
      order: { id: orderId, display_id: expect.any(Number) },
      resolution: null,
    })
    expect((await api().list("?reason=order_cancelled&q=nothing")).payments).toEqual([])
    expect((await api().list("?limit=1&offset=1")).payments).toHaveLength(1)
    expect(await api().view(id)).toMatchObject({
      fiat_value: "17",
      candidates: [
        {
          order: { id: orderId, total: "17", outstanding: "17", currency_code: "usd" },
          is_possible: true,
          reason: null,
        },
      ],
      choices: {
        apply: { is_possible: true },
        refund_due: { is_possible: true },
        keep: { is_possible: true },
      },
      history: [],
    })
    await expect(api().view(await paymentId(store, sessionId))).rejects.toMatchObject({
      response: { status: 404 },
    })

    await store.merchant.cancelOrder(orderId)
    await decide(id, { actor_id: "user_1", order_id: orderId, key: "k3" })
    await finish()
    expect(await api().view(id)).toMatchObject({
      resolution: null,
      last_error: "The order is cancelled.",
      history: [{ action: "payment.apply_refused", by: null }],
    })
  })

  it("pays the order it was meant for, once, and its refund is recorded here", async () => {
    const heard = listen(store, "onchain.payment_resolved")
    const { orderId, id, late, sessionId } = await paidTooEarly(store)
    const resolved = await api().apply(id, orderId)
    expect(resolved).toMatchObject({
      resolution: { name: "apply", by: ME, is_done: true, order: { id: orderId } },
      candidates: [],
      choices: { keep: { is_possible: false } },
    })
    expect(resolved.history.map(({ action, by }) => [action, by])).toEqual([
      ["payment.apply_requested", ME],
      ["payment.applied", ME],
    ])
    await expectCaptured(store, orderId)
    expect(await storedPayment(store, late.sessionId)).toMatchObject({ state: "captured" })
    expect(heard).toEqual([
      { payment_id: id, session_id: late.sessionId, resolution: "apply", order_id: orderId },
    ])
    await expect(api().apply(id, orderId)).rejects.toMatchObject({
      response: {
        status: 409,
        data: { message: expect.stringMatching(/^merchant@example.com applied it to order #\d+ on 20/) },
      },
    })

    // The order's own invoice is still open, and is paid too.
    const own = (await store.sandbox.invoices()).at(-1)
    await store.sandbox.payInFull(own?.id ?? "")
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "already_paid",
      resolution: "refund_due",
    })
    await expectCaptured(store, orderId)

    await store.merchant.cancelOrder(orderId)
    const { rows } = await store.db.raw(
      "SELECT payment_id, kind, fiat_amount, token_amount FROM onchain_refund"
    )
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ payment_id: id, kind: "order", fiat_amount: "17", token_amount: null })
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: "unallocated", fiat_amount: null, token_amount: "17" })
    )
  })

  it("is captured for the order that it was applied to, and not by the session of its own cart", async () => {
    const own = await openPurchase(store)
    await store.sandbox.pay(own.invoiceId, { amount: "1.25" })
    await store.sandbox.advance(31 * 60_000)
    await store.quiet()
    const { orderId } = await placePurchase(store)
    await api().apply(await paymentId(store, own.sessionId), orderId)
    const { captures } = await store.merchant.order(orderId)
    expect(captures).toEqual([1.25])
    const payments = store.container.resolve("payment")
    await expect(payments.authorizePaymentSession(own.sessionId, {})).rejects.toThrow()
    await expect(store.shopper.complete(own.cartId)).rejects.toMatchObject({ response: { status: 400 } })
    const { rows } = await store.db.raw("SELECT amount::float FROM capture")
    expect(rows).toEqual([{ amount: 1.25 }])
  })

  it("is owed back in full, including a surplus, by one row, and no money moves; what arrives later is owed and reported too", async () => {
    const heard = listen(store, "onchain.refund_due")
    const { id, sessionId } = await paidTooLate(store, { amount: "20.5" })
    expect(await api().refundDue(id)).toMatchObject({
      resolution: { name: "refund_due", by: ME, is_done: true },
    })
    expect(await refunds()).toEqual([
      { kind: "unallocated", state: "due", fiat_amount: null, token_amount: "20.5" },
    ])
    expect(heard).toEqual([{ payment_id: id, session_id: sessionId, token_amount: "20.5", token: "USDC" }])
    expect(await store.sandbox.withdrawals()).toEqual([])
    await expect(api().keep(id)).rejects.toMatchObject({ response: { status: 409 } })
    await expectLaterMoneyOwed(store, { id, sessionId }, ["20.5", "17.5", "17.5", "16"])
  })

  it("is kept with a note, and not without one; what arrives later is owed and reported", async () => {
    const { id, sessionId } = await paidTooLate(store)
    await expect(api().keep(id, " ")).rejects.toMatchObject({ response: { status: 400 } })
    expect(await api().keep(id, "the customer said so")).toMatchObject({
      resolution: { name: "keep", note: "the customer said so", by: ME },
    })
    expect(await api().list("?resolution=waiting")).toMatchObject({ payments: [], count: 0 })
    expect((await api().list("?resolution=done")).payments).toHaveLength(1)
    expect(await refunds()).toEqual([])
    await expectLaterMoneyOwed(store, { id, sessionId }, ["17", "14", "14", "12.5"])
  })

  it("cannot be claimed by a shopper who sends a made-up key", async () => {
    const { id } = await paidTooLate(store)
    const victim = await placePurchase(store)
    await decide(id, { order_id: victim.orderId, collection_id: victim.collectionId, key: SECRET })
    const cartId = await store.shopper.fillCart()
    const { payment_collection } = await store.shopper.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: cartId }
    )
    for (const application of ["guess", SECRET]) {
      await store.shopper.post(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
        provider_id: "pp_onchain_default",
        data: { application },
      })
    }
    // A regular session without a choice.
    await expect(store.shopper.placeOrder(cartId)).resolves.toMatch(/^order_/)
    expect(await store.db("onchain_decision").pluck("session_id")).toEqual([null])
  })

  it("is applied once when the process died after the capture, whatever was recorded", async () => {
    const { orderId, id } = await paidTooEarly(store)
    await api().apply(id, orderId)
    const long = store.db.raw("now() - interval '1 hour'")
    await store
      .db("onchain_payment")
      .update({ state: "held", captured_at: null, updated_at: long })
      .where({ id })
    await store.db("onchain_decision").update({ done_at: null, session_id: null, key: "k2" })
    await store.db.raw("DELETE FROM order_transaction WHERE order_id = ?", [orderId])
    await finish()
    const order = await store.merchant.order(orderId)
    expect(order).toMatchObject({ payment_status: "captured", captures: [17], booked: [17] })
    expect(await api().view(id)).toMatchObject({ resolution: { is_done: true } })
  })

  it("that was applied to an order cancelled at that moment is owed back", async () => {
    const { orderId, id, late } = await paidTooEarly(store)
    await api().apply(id, orderId)
    // The state of core when it begins to cancel before the capture, and ends after it.
    await store.db.raw(`UPDATE "order" SET status = 'canceled', canceled_at = now() WHERE id = ?`, [orderId])
    await store.db.raw("UPDATE onchain_payment SET order_check_at = now() WHERE session_id = ?", [
      late.sessionId,
    ])
    await followUp(store)
    await followUp(store)
    expect(await refunds()).toEqual([{ kind: "order", state: "due", fiat_amount: "17", token_amount: null }])
  })

  describe("and money that is reported as paid", () => settledMoneyStories(store))

  /** Finishes the chosen resolution, in this run of the job or in an earlier one. */
  const finish = () =>
    eventually(async () => {
      await (await installed("payment/workers/follow-up-orders")).finishPaymentResolutions(store.container)
      expect(await store.db("onchain_decision").where({ done_at: null })).toEqual([])
    })

  /** As a process left it that died right after the decision, an hour ago. */
  async function decide(id: string, columns: Record<string, unknown>): Promise<void> {
    const decision = { id: "ocdec_1", payment_id: id, kind: "apply", amount: "17", ...columns }
    await store.db("onchain_decision").insert(decision)
    await store.db.raw("UPDATE onchain_payment SET updated_at = now() - interval '1 hour' WHERE id = ?", [id])
    await storeAllStatuses(store.db)
  }
})
