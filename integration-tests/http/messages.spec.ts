import { paymentsListStories } from "./stories/payments-list"
import { refundMessagesStories } from "./stories/refund-messages"
import { check } from "./support/partial-payments"
import { placePurchase, storedPayment } from "./support/purchase"
import { deliverAgain, MAIL, recorder, REFUND_LINKS, sendDue } from "./support/recording-notifications"
import { GUEST } from "./support/shopper"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"

const templates = () => recorder.sent.map(({ template }) => template)
const results = ({ db }: StoreUnderTest) =>
  db("onchain_outbox").whereNotNull("message_result").orderBy("position").pluck("message_result")

const SENDS = {
  plugin: { notifications: MAIL, refundLinks: REFUND_LINKS },
  env: { NOTIFICATIONS: "recording" },
}

storeSuite("messages of a refund", { ...SENDS, jobs: true }, (store) => refundMessagesStories(store))

storeSuite("payments", SENDS, (store) => paymentsListStories(store))

storeSuite("a shopper", SENDS, (store) => {
  beforeEach(() => recorder.reset())

  it("receives how to pay, the partial payment and the full payment once each, however often events are delivered, and when the process died after sending", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const { id } = await storedPayment(store, sessionId)
    await sendDue(store)
    expect(recorder.sent).toMatchObject([
      {
        to: GUEST,
        template: "onchain.payment_awaiting",
        data: {
          ...{ order_id: orderId, order_display_id: expect.any(Number), payment_id: id, locale: null },
          ...{ fiat_amount: "17", currency_code: "usd", expected_amount: "17", remaining_amount: "17" },
          ...{ network_id: "base-mainnet", network_name: "Base", token: "USDC", refund_id: null },
          ...{ received_amount: "0", expires_at: expect.any(String), tx_hash: null, explorer_url: null },
        },
      },
    ])
    const [, token] = /^https:\/\/shop\.example\/pay\/(.+)$/.exec(recorder.sent[0]?.data.link ?? "") ?? []
    expect((await store.api.get(`/onchain/pay/${token}/status`)).status).toBe(200)

    // As if the process had died after sending it.
    await store
      .db("onchain_outbox")
      .whereNotNull("message_result")
      .update({ message_due_at: store.db.fn.now(), message_result: null })
    await sendDue(store)
    expect(recorder.sent).toHaveLength(1)
    expect(await results(store)).toEqual(["sent"])

    await store.sandbox.pay(invoiceId, { amount: "8.5" })
    await check(store, String(id))
    await sendDue(store)
    expect(recorder.sent.slice(1)).toMatchObject([
      {
        template: "onchain.payment_part_received",
        data: { received_amount: "8.5", remaining_amount: "8.5", link: expect.stringContaining("/pay/") },
      },
    ])

    await store.sandbox.payInFull(invoiceId, { amount: "8.5" })
    await sendDue(store)
    expect(recorder.sent.slice(2)).toMatchObject([
      {
        to: GUEST,
        template: "onchain.payment_paid",
        data: { received_amount: "17", remaining_amount: "0" },
      },
    ])
    await deliverAgain(store)
    expect(recorder.sent).toHaveLength(3)
    expect(await results(store)).toEqual(["sent", "sent", "sent"])
  })

  it("receives a message once after the provider refused it first, and no log or row contains the address", async () => {
    await placePurchase(store)
    recorder.failWith(`550 no such mailbox ${GUEST}`)
    await sendDue(store)
    const [waiting] = await store.db("onchain_outbox").whereNotNull("message_due_at")
    expect(waiting).toMatchObject({ message_tries: 1, message_error: expect.stringContaining("550") })
    expect(waiting.message_error).not.toContain(GUEST)
    expect((await store.merchant.health()).checks).toContainEqual(
      expect.objectContaining({
        ...{ id: "notifications", status: "warning" },
        message: expect.stringContaining("1 are tried again"),
      })
    )
    await sendDue(store)
    recorder.failWith(null)
    await sendDue(store)
    await deliverAgain(store)
    expect(templates()).toEqual(["onchain.payment_awaiting"])
    const tries = await store.db("notification").orderBy("created_at")
    expect(tries.map(({ status }) => status)).toEqual(["failure", "failure", "success"])
    expect(tries.map(({ original_notification_id: first }) => first)).toEqual([
      null,
      tries[0].id,
      tries[0].id,
    ])
  })
})
