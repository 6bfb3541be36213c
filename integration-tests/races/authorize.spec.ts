import { changePayment, STORED } from "../http/support/payment-rows"
import { endsOf, inGroups, pause, placeOrders, type RacingOrder } from "./racing-orders"
import { expectCaptured, placePurchase } from "../http/support/purchase"
import { RACES } from "./runs"
import { type StoreUnderTest, storeSuite } from "../http/support/store-suite"
import { settle } from "../http/support/reconciliation"

const GROUP = 10
const ONCE = { order_status: "pending", state: "captured", captures: 1, booked: 1 }

/** The dashboard's capture button for an order whose payment is pending. */
const authorize = ({ merchant }: StoreUnderTest, { orderId, sessionId }: RacingOrder) =>
  merchant.post(`/admin/orders/${orderId}/payment-sessions/authorize`, { payment_session_id: sessionId })

async function expectBookedOnce(store: StoreUnderTest, orders: readonly RacingOrder[]): Promise<void> {
  const ends = await endsOf(store, orders)
  const wrong = ends.filter((end) =>
    Object.entries(ONCE).some(([key, value]) => end[key as "state"] !== value)
  )
  expect(wrong).toEqual([])
  expect(ends).toHaveLength(orders.length)
  for (const { orderId } of orders)
    expect(await store.merchant.order(orderId)).toMatchObject({ booked: [17], paid: 17, outstanding: 0 })
}

/** Lets Medusa's route, the webhook and a check of the payment capture the same orders at the same moment. */
async function race(store: StoreUnderTest, group: readonly RacingOrder[], round: number): Promise<void> {
  const { sandbox, container, db } = store
  for (const { invoiceId } of group) await sandbox.pay(invoiceId)
  await store.quiet()
  await Promise.allSettled([
    sandbox.settle(group[0]?.invoiceId ?? ""),
    ...group.map(async (order, n) => {
      // The route can only capture a final payment: from then on it races the webhook.
      for (let look = 0; look < 400; look++) {
        const { rows } = await db.raw(`SELECT state FROM ${STORED} WHERE session_id = ?`, [order.sessionId])
        if (rows[0]?.state === "settled" || rows[0]?.state === "captured") break
        await pause(5)
      }
      await pause(((n + round) % GROUP) * 4)
      await authorize(store, order)
    }),
  ])
  await store.quiet()
  const { rows } = await db.raw(`SELECT id FROM ${STORED} WHERE state = 'settled'`)
  for (const { id } of rows) await settle({ container }, id)
}

storeSuite("Medusa's route that authorizes the payment of an order", {}, (store) => {
  afterEach(() => jest.restoreAllMocks())

  it(`books what the webhook captures at the same moment once, ${RACES} times`, async () => {
    const orders = await placeOrders(store, RACES)
    for (const [round, group] of inGroups(orders, GROUP).entries()) await race(store, group, round)
    await expectBookedOnce(store, orders)
  }, 900_000)

  it(`books it once although Medusa's locks exclude nobody, ${RACES} times`, async () => {
    const orders = await placeOrders(store, RACES)
    const locking = store.container.resolve("locking")
    jest.spyOn(locking, "acquire").mockResolvedValue(undefined)
    jest.spyOn(locking, "execute").mockImplementation((_, job) => job())
    for (const [round, group] of inGroups(orders, GROUP).entries()) await race(store, group, round)
    await expectBookedOnce(store, orders)
  }, 900_000)

  it("waits for a payment, completion or cancellation of the order, and captures what is final", async () => {
    const { container, sandbox } = store
    const order = await placePurchase(store)
    await sandbox.setWebhook(null)
    await sandbox.payInFull(order.invoiceId)
    await sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await changePayment(store.db, order.sessionId, { state: "settled", settled_at: new Date() })
    const locking = container.resolve("locking")
    const other = { ownerId: "who completes the cart" }
    await locking.acquire([order.cartId], { ...other, expire: 60 })
    let isAnswered = false
    const asked = authorize(store, order).finally(() => (isAnswered = true))
    await pause(1_500)
    expect(isAnswered).toBe(false)
    await locking.release([order.cartId], other)
    await asked
    await expectCaptured(store, order.orderId)
  })

  it("captures nothing that has not arrived, and books no second capture when a merchant captures the payment again", async () => {
    const { merchant, sandbox, db } = store
    const order = await placePurchase(store)
    const { orderId } = order
    await authorize(store, order).catch(() => undefined)
    expect(await merchant.order(orderId)).toMatchObject({ captures: [], booked: [], paid: 0 })
    await sandbox.payInFull(order.invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    const { rows } = await db.raw("SELECT id FROM payment WHERE captured_at IS NOT NULL")
    await expect(merchant.post(`/admin/payments/${rows[0].id}/capture`, {})).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("is captured") } },
    })
    await expectCaptured(store, orderId)
  })
})
