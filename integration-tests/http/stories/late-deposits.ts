import type { OnchainOrderResponse, OnchainPaymentListResponse } from "../../../src/types/http"
import { acceptAtService } from "../support/deposits"
import { endHold, placeInPart } from "../support/partial-payments"
import { openPurchase, placePurchase, USDC_ON_BASE, type Purchase } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { paymentId } from "../support/unallocated"
import { ageReadings, followUpNow, forgetReadings, listen, runOutOfTime } from "../support/unpaid-orders"

const UNTIL_OVER_MS = 31 * 60_000
const UNTIL_FINAL_MS = 20_000

/** Sends money to the invoice's own address after its end, and lets it become a deposit in review. */
async function sendLate(store: StoreUnderTest, { invoiceId }: Purchase, change: object = {}) {
  await store.sandbox.advance(UNTIL_OVER_MS)
  const { txHash } = await store.sandbox.pay(invoiceId, change)
  await store.sandbox.advance(UNTIL_FINAL_MS)
  await store.quiet()
  const deposit = (await store.sandbox.deposits()).find((one) => one.transaction?.txHash === txHash)
  if (!deposit) throw new Error("the money is not in review")
  return { depositId: deposit.depositId, txHash }
}

export function lateDepositsStories(store: StoreUnderTest): void {
  const api = () => store.merchant.deposits
  const queue = () => store.merchant.unmatched
  beforeEach(() => store.sandbox.changeSettings({ reviewsInvoiceMoney: true }))
  const paymentsOf = async (id: string) =>
    (await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${id}`)).order.payments

  it("belongs to its order, keeps it while in review without a webhook, and pays it when accepted", async () => {
    const heard = listen(store, "onchain.payment_unallocated")
    const purchase = await placePurchase(store)
    const { orderId, sessionId } = purchase
    await store.sandbox.setWebhook(null)
    const { depositId } = await sendLate(store, purchase)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await forgetReadings(store)
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
    expect(await api().view(depositId)).toMatchObject({
      ...{ payment_id: await paymentId(store, sessionId), linked_by: "address" },
      linked: { session_id: sessionId, order: { id: orderId } },
    })
    expect(await paymentsOf(orderId)).toMatchObject([{ deposits: [{ id: depositId, state: "in_review" }] }])

    await api().act(depositId, "accept")
    await followUpNow(store, [sessionId])
    const { payments } = await queue().list("?resolution=waiting")
    expect(payments).toMatchObject([
      { reason: "deposit_accepted", received_amount: "17", order: { id: orderId }, is_due_back: false },
    ])
    expect(heard).toHaveLength(1)
    await queue().apply(payments[0]?.id ?? "", orderId)
    expect(await store.merchant.order(orderId)).toMatchObject({
      ...{ status: "pending", captures: [17], booked: [17], outstanding: 0 },
    })
    await endHold(store)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending", captures: [17] })
  })

  it("is read with its order on every screen, and accepted and applied to it in one step", async () => {
    const purchase = await placePurchase(store)
    const { orderId, sessionId } = purchase
    const { depositId, txHash } = await sendLate(store, purchase)
    const { order: one } = await store.merchant.get<{ order: { email: string } }>(
      `/admin/orders/${orderId}?fields=email`
    )
    const read = {
      ...{ mismatch: "late", order: { id: orderId }, customer: { email: one.email } },
    }
    expect((await api().list(`?q=${txHash}`)).deposits).toMatchObject([read])
    expect(await api().view(depositId)).toMatchObject({
      ...read,
      expected: { session_id: sessionId, amount: "17", token: "USDC", order: { id: orderId } },
      application: { order: { id: orderId }, is_possible: true, reason: null },
    })
    const sentence = "deposit_in_review"
    const params = { deposit_amount: "17", deposit_token: "USDC" }
    const listed = async () =>
      (await store.merchant.get<OnchainPaymentListResponse>(`/admin/onchain/payments?q=${txHash}`)).payments
    expect(await paymentsOf(orderId)).toMatchObject([{ status: { sentence, params } }])
    expect(await listed()).toMatchObject([{ status: { sentence, params } }])

    await expect(api().apply(depositId, "order_another")).rejects.toMatchObject({ response: { status: 400 } })
    expect(await api().view(depositId)).toMatchObject({ state: "in_review" })
    expect(await api().apply(depositId, orderId)).toMatchObject({ state: "accepted", application: null })
    expect(await store.merchant.order(orderId)).toMatchObject({
      ...{ status: "pending", captures: [17], booked: [17], outstanding: 0 },
    })
    expect((await queue().list("?resolution=waiting")).payments).toEqual([])
    await expect(api().apply(depositId, orderId)).rejects.toMatchObject({ response: { status: 409 } })
    // The payment that has the money, and not the one that it was sent for as well.
    expect(await listed()).toMatchObject([{ status: { code: "captured" }, order: { id: orderId } }])
    expect(await paymentsOf(orderId)).toMatchObject([
      { status: { code: "captured" } },
      { status: { code: "expired", sentence: "deposit_accepted" } },
    ])
  })

  it("in another token is read beside what was expected, and cannot pay the order", async () => {
    const purchase = await placePurchase(store)
    const { depositId } = await sendLate(store, purchase, { token: "ETH", amount: "0.01" })
    const deposit = await api().view(depositId)
    expect(deposit).toMatchObject({
      ...{ mismatch: "other_asset", amount: "0.01", token: "ETH", application: null },
      expected: { amount: "17", token: "USDC", order: { id: purchase.orderId } },
    })
    await expect(api().apply(depositId, purchase.orderId)).rejects.toMatchObject({
      response: { status: 400 },
    })
    expect(await api().view(depositId)).toMatchObject({ state: "in_review" })
    await store.merchant.cancelOrder(purchase.orderId)
    expect(await paymentsOf(purchase.orderId)).toMatchObject([{ status: { sentence: "deposit_in_review" } }])
  })

  it("keeps its order, held earlier for a partial payment, without a webhook", async () => {
    const purchase = await placeInPart(store, "8.5")
    const { orderId, sessionId } = purchase
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    await store.sandbox.setWebhook(null)
    const { depositId } = await sendLate(store, purchase, { amount: "8.5" })
    await endHold(store)
    await ageReadings(store)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
    const linked = { state: "in_review", linked: { order: { id: orderId } } }
    expect(await api().view(depositId)).toMatchObject(linked)
  })

  it("is queued for its order when it is accepted at the service before the store has seen it", async () => {
    const purchase = await placePurchase(store)
    await store.sandbox.setWebhook(null)
    const { depositId } = await sendLate(store, purchase)
    await acceptAtService(store, depositId)
    await store.merchant.post("/admin/onchain/deposits/sync", {})
    expect((await queue().list("?resolution=waiting")).payments).toMatchObject([
      { reason: "deposit_accepted", received_amount: "17", order: { id: purchase.orderId } },
    ])
  })

  it("is claimed by naming its transaction, which links nothing: two claims are contested", async () => {
    const victim = await placePurchase(store)
    const { depositId, txHash } = await sendLate(store, victim)
    const thief = await openPurchase(store, USDC_ON_BASE)
    const claim = (sessionId: string, txHash: string) => store.shopper.claim(sessionId, txHash)
    await expect(
      store.shopper.post(`/store/onchain/payments/${victim.sessionId}/claims`, { tx_hash: txHash })
    ).rejects.toMatchObject({ response: { status: 404 } })
    await claim(thief.sessionId, txHash)
    await claim(victim.sessionId, txHash.toUpperCase().replace("0X", "0x"))
    expect((await api().view(depositId)).linked).toMatchObject({ session_id: victim.sessionId })
    expect((await api().view(depositId)).proposals).toMatchObject([
      { session_id: thief.sessionId, by: "claim", is_contested: true },
      { session_id: victim.sessionId, by: "claim", is_contested: true },
    ])
    expect(await paymentsOf(victim.orderId)).toMatchObject([{ claims: [{ tx_hash: txHash }] }])
    await expect(claim(thief.sessionId, "0x12")).rejects.toMatchObject({ response: { status: 400 } })
    for (let n = 0; n < 4; n++) await claim(thief.sessionId, `0x${String(n).repeat(64)}`)
    await expect(claim(thief.sessionId, `0x${"9".repeat(64)}`)).rejects.toMatchObject({
      response: { status: 400 },
    })
    await claim(thief.sessionId, txHash)
  })
}
