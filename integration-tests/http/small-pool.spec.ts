import { performance } from "node:perf_hooks"
import { eventually } from "./support/eventually"
import { readBooks, refundedBooks } from "./support/order-books"
import { placePurchase, type Purchase } from "./support/purchase"
import { sell, type Sale } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

const ORDERS = 5
const REFUNDS_EACH = 8
const CAPTURES = 5

storeSuite("a store with four connections to its database", { poolSize: 4 }, (store) => {
  /** Loads pages of the shop one after another until it is told to end. @returns how long each took, in ms */
  async function browse(isOver: () => boolean, pages: (() => Promise<unknown>)[]): Promise<number[]> {
    const took: number[] = []
    while (!isOver() || took.length < 40)
      for (const page of pages) {
        const from = performance.now()
        await page()
        took.push(performance.now() - from)
      }
    return took
  }
  const p95 = (took: number[]) =>
    [...took].sort((left, right) => left - right)[Math.floor(took.length * 0.95)] ?? 0

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
    const idle = await browse(() => true, pages)

    let isOver = false
    const browsing = browse(() => isOver, pages)
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
    const busy = await browsing
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([])

    const ones = Array.from({ length: REFUNDS_EACH }, () => 1)
    for (const { orderId, sessionId } of sales)
      expect(await readBooks(store, orderId, [sessionId])).toEqual(refundedBooks(17, ones))
    for (const orderId of unpaidOrders)
      await eventually(async () => expect((await store.merchant.order(orderId)).booked).toEqual([17]))
    process.stdout.write(`p95 of the shop: ${p95(idle).toFixed()} ms idle, ${p95(busy).toFixed()} ms busy\n`)
  })
})
