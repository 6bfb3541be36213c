import { eventually } from "./support/eventually"
import { readBooks, refundedBooks } from "./support/order-books"
import { placePurchase, type Purchase } from "./support/purchase"
import { sell, type Sale } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

/** Together twice as many works at once as there are connections. */
const ORDERS = 2
const REFUNDS_EACH = 3
const CAPTURES = 2

storeSuite("a store with four connections to its database", { poolSize: 4 }, (store) => {
  it("refunds, captures and shows pages at the same time, and nothing fails", async () => {
    const sales: (Sale & { id: string })[] = []
    for (let n = 0; n < ORDERS; n++) {
      const sale = await sell(store)
      const { id } = await store.db("payment").where({ payment_session_id: sale.sessionId }).first("id")
      sales.push({ ...sale, id: String(id) })
    }
    const unpaid: Purchase[] = []
    const unpaidOrders: string[] = []
    for (let n = 0; n < CAPTURES; n++) {
      const purchase = await placePurchase(store)
      unpaid.push(purchase)
      unpaidOrders.push(purchase.orderId)
    }
    const pages = [
      () => store.shopper.get("/store/regions"),
      () => store.shopper.payment(sales[0]?.sessionId ?? ""),
      () => store.shopper.page(unpaid[0]?.sessionId ?? ""),
    ]

    let isOver = false
    const browse = async () => {
      while (!isOver) for (const page of pages) await page()
    }
    const browsing = browse()
    const refunds = sales.flatMap(({ id, orderId }) =>
      Array.from({ length: REFUNDS_EACH }, (_, n) =>
        n % 2 === 0
          ? store.merchant.post(`/admin/payments/${id}/refund`, { amount: 1 })
          : store.merchant.post(`/admin/onchain/orders/${orderId}/refunds`, {
              ...{ request_id: `form_${orderId}_${n}`.slice(0, 64), amount: "1" },
            })
      )
    )
    const captures = unpaid.map(({ invoiceId }) => store.sandbox.payInFull(invoiceId))
    const answers = await Promise.allSettled([...refunds, ...captures])
    await store.quiet()
    isOver = true
    await browsing
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([])

    const ones = Array.from({ length: REFUNDS_EACH }, () => 1)
    for (const { orderId, sessionId } of sales)
      expect(await readBooks(store, orderId, [sessionId])).toEqual(refundedBooks(17, ones))
    for (const orderId of unpaidOrders)
      await eventually(async () => expect((await store.merchant.order(orderId)).booked).toEqual([17]))
  })
})
