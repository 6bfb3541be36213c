import { pageText } from "../support/page-text"
import { check, endHold, placeInPart } from "../support/partial-payments"
import { expectCaptured, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { followUpNow, listen, runOutOfTime } from "../support/unpaid-orders"

const reserved = (store: StoreUnderTest) => store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")

export function partialPaymentsStories(store: StoreUnderTest): void {
  const api = () => store.merchant.unmatched

  it("tells its shopper and subscribers once for each larger amount, is held for an operator when its time is over, is in the queue, and is captured when the rest arrives", async () => {
    const heard = listen(store, "onchain.payment_partially_paid")
    const { orderId, sessionId, invoiceId, id } = await placeInPart(store, "8.5")
    const { attempt_id } = await storedPayment(store, sessionId)
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      ...{ status: "partially_paid", amount: "17", received_amount: "8.5", remaining_amount: "8.5" },
      deposit_address: expect.stringMatching(/^0x/),
    })
    expect(pageText(await store.shopper.page(sessionId))).toContain("8.50 USDC of 17 USDC received")
    await check(store, id)
    await store.sandbox.pay(invoiceId, { amount: "4" })
    await check(store, id)
    const reported = {
      payment_id: id,
      session_id: sessionId,
      attempt_id,
      token: "USDC",
      expected_amount: "17",
    }
    expect(heard).toEqual([
      { ...reported, received_amount: "8.5", remaining_amount: "8.5" },
      { ...reported, received_amount: "12.5", remaining_amount: "4.5" },
    ])

    await store.sandbox.pay(invoiceId, { amount: "4.4" })
    await check(store, id)
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending", captures: [] })
    expect(await reserved(store)).toBe(1)
    const { payments, count } = await api().list("?resolution=waiting")
    expect(count).toBe(1)
    expect(payments[0]).toMatchObject({
      ...{ id, reason: "partial_payment", received_amount: "16.9", expected_amount: "17" },
      ...{ order: { id: orderId }, hold_until: expect.any(String), is_due_back: false },
    })
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      ...{ status: "partially_paid", remaining_amount: "0.1" },
      deposit_address: expect.stringMatching(/^0x/),
    })
    await store.sandbox.payInFull(invoiceId, { amount: "0.1" })
    await store.quiet()
    await expectCaptured(store, orderId)
    expect((await api().list("?resolution=waiting")).count).toBe(0)
  })

  it("is cancelled on time when hardly anything arrived, which is still in the queue as due", async () => {
    const heard = listen(store, "onchain.payment_unallocated")
    const { orderId, sessionId, id } = await placeInPart(store, "1.25")
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled" })
    expect(await reserved(store)).toBe(0)
    expect((await api().list("?resolution=waiting")).payments).toMatchObject([
      { id, reason: "partial_payment", received_amount: "1.25", is_due_back: true },
    ])
    expect(heard).toEqual([{ payment_id: id, session_id: sessionId, reason: "partial_payment" }])
  })

  it("takes its partial payment when an operator applies it, is held again for the rest, and is cancelled with its money due", async () => {
    const { orderId, sessionId, id } = await placeInPart(store, "8.5")
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    await api().apply(id, orderId)
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [8.5], outstanding: 8.5 })
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      ...{ status: "order_paid_in_part", order_outstanding: "8.5", deposit_address: null },
    })
    expect(pageText(await store.shopper.page(sessionId))).toContain("$8.50 is still due")
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
    await endHold(store)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled" })
    const { rows } = await store.db.raw("SELECT kind, state, fiat_amount FROM onchain_refund")
    expect(rows).toEqual([{ kind: "order", state: "due", fiat_amount: "8.5" }])
  })
}
