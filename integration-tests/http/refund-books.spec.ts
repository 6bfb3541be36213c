import type { OnchainRefundOrderResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import { payLink } from "./support/five-books"
import { readBooks, refundedBooks } from "./support/order-books"
import { findMissedRefunds } from "./support/order-refunds"
import { USDC_ON_BASE } from "./support/purchase"
import { refused, sell, type Sale } from "./support/refunds"
import { storeSuite } from "./support/store-suite"
import { editQuantity } from "./support/order-changes"

let forms = 0

storeSuite("the books of an order and its refunds", {}, (store) => {
  const byOurs = (orderId: string, amount: string, paymentId?: string, form = `form_books_${forms++}`) =>
    store.merchant.post<OnchainRefundOrderResponse>(`/admin/onchain/orders/${orderId}/refunds`, {
      ...{ request_id: form, amount },
      ...(paymentId === undefined ? {} : { payment_id: paymentId }),
    })
  const byMedusa = (paymentId: string, amount: number) =>
    store.merchant.post(`/admin/payments/${paymentId}/refund`, { amount })
  const paymentsOf = async (...sessionIds: string[]): Promise<string[]> => {
    const ids: string[] = []
    for (const payment_session_id of sessionIds)
      ids.push((await store.db("payment").where({ payment_session_id }).first("id")).id)
    return ids
  }
  const expectBooks = async (orderId: string, sessionIds: string[], refunds: number[], captured = 17) => {
    const pages = sessionIds.map(() => "paid")
    const expected = refundedBooks(captured, refunds, pages)
    await eventually(async () => expect(await readBooks(store, orderId, sessionIds)).toEqual(expected), 5_000)
  }

  const openEdit = ({ orderId }: Sale) => store.merchant.post("/admin/order-edits", { order_id: orderId })
  const endEdit = ({ orderId }: Sale) => store.merchant.delete(`/admin/order-edits/${orderId}`)
  const openTransfer = async ({ orderId }: Sale) => {
    const { account } = await store.shopper.signUp()
    await store.merchant.post(`/admin/orders/${orderId}/transfer`, { customer_id: account?.customerId })
  }
  const endTransfer = ({ orderId }: Sale) =>
    store.merchant.post(`/admin/orders/${orderId}/transfer/cancel`, {})

  describe("while Medusa would refuse to finish a refund", () => {
    it("because an order edit is open or a transfer waits, none is made or due, and afterwards it is due once", async () => {
      const sale = await sell(store)
      const { orderId, sessionId } = sale
      const [id = ""] = await paymentsOf(sessionId)
      const refusal = refused(400, /open .* with which Medusa refunds nothing that the order is not owed/)
      for (const [open, end] of [
        [openEdit, endEdit],
        [openTransfer, endTransfer],
      ] as const) {
        await open(sale)
        await expect(byMedusa(id, 5)).rejects.toMatchObject(refusal)
        await expect(byOurs(orderId, "5", undefined, "form_in_edit")).rejects.toMatchObject(refusal)
        await expectBooks(orderId, [sessionId], [])
        await end(sale)
      }
      await byOurs(orderId, "5", undefined, "form_in_edit")
      await byOurs(orderId, "5", undefined, "form_in_edit")
      await expectBooks(orderId, [sessionId], [5])
      await byMedusa(id, 2)
      await expectBooks(orderId, [sessionId], [2, 5])
    })

    it("what the order is owed is refunded all the same", async () => {
      const { orderId, sessionId } = await paidForTwo()
      await editQuantity(store, orderId, 1)
      const { outstanding } = await store.merchant.order(orderId)
      expect(outstanding).toBeLessThan(0)
      await store.merchant.post("/admin/order-edits", { order_id: orderId })
      const [id = ""] = await paymentsOf(sessionId)
      const captured = (await store.merchant.order(orderId)).captures[0] ?? 0
      await expect(byMedusa(id, 1 - outstanding)).rejects.toMatchObject(refused(400, /open edit/))
      await byMedusa(id, -outstanding)
      await expectBooks(orderId, [sessionId], [-outstanding], captured)
    })

    const paidForTwo = async () => {
      const cartId = await store.shopper.fillCart({ pieces: 2 })
      const { sessionId } = await store.shopper.choose(cartId, USDC_ON_BASE)
      const orderId = await store.shopper.placeOrder(cartId)
      await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      return { orderId, sessionId }
    }
  })

  /** Lets something happen after Medusa has made the refund, and before it books it. */
  const whileRecorded = (happening: () => Promise<unknown>) => {
    const ledger = store.container.resolve("onchain").refunds
    const owe = ledger.oweOrderRefund.bind(ledger)
    return jest.spyOn(ledger, "oweOrderRefund").mockImplementationOnce(async (payment, refund) => {
      const isNew = await owe(payment, refund)
      await happening()
      return isNew
    })
  }

  /** As a process leaves it that dies between Medusa's refund and its booking. */
  const cutOff = (payment_id: string, metadata = {}) =>
    store.container.resolve("payment").refundPayment({ payment_id, amount: 5, metadata })

  describe("a refund that Medusa did not finish", () => {
    it("because an edit began meanwhile is taken back by Medusa's route and by ours, and is due once when it is asked for again", async () => {
      const sale = await sell(store)
      const { orderId, sessionId } = sale
      const [id = ""] = await paymentsOf(sessionId)
      const routes = [() => byMedusa(id, 5), () => byOurs(orderId, "5", undefined, "form_meanwhile")]
      for (const ask of routes) {
        const spy = whileRecorded(() => openEdit(sale))
        await expect(ask()).rejects.toMatchObject({ response: { status: 400 } })
        spy.mockRestore()
        await expectBooks(orderId, [sessionId], [])
        expect(await store.merchant.order(orderId)).toMatchObject({ payment_status: "captured" })
        await endEdit(sale)
      }
      for (const ask of routes) await ask()
      await expectBooks(orderId, [sessionId], [5, 5])
    })

    const letItAge = () => store.db.raw("UPDATE refund SET created_at = now() - interval '2 minutes'")

    it("because its process died is not paid, is refused while it may be running, and then taken back by the next or by the job, due or not", async () => {
      const { orderId, sessionId } = await sell(store)
      const [id = ""] = await paymentsOf(sessionId)
      await cutOff(id)
      const api = store.merchant.refunds
      const [due] = (await api.list("?state=due")).refunds
      const destination_id = await api.addWallet(due?.id ?? "")
      await expect(api.quote(due?.id ?? "", { destination_id, rate: "payment" })).rejects.toMatchObject(
        refused(400, "Medusa has no such refund", "medusa_has_none")
      )
      expect((await api.view(due?.id ?? "")).choices.quote).toMatchObject({ is_possible: false })
      await expect(byMedusa(id, 5)).rejects.toMatchObject(refused(400, /try again in two minutes/))
      await expect(byOurs(orderId, "5")).rejects.toMatchObject(refused(400, /try again in two minutes/))
      await letItAge()
      await byMedusa(id, 5)
      await expectBooks(orderId, [sessionId], [5])

      await cutOff(id)
      await cutOff(id)
      await store.db.raw("DELETE FROM onchain_refund WHERE id = (SELECT max(id) FROM refund)")
      await findMissedRefunds(store)
      await expectBooks(orderId, [sessionId], [5])
    })
  })

  /** As when the connection breaks that holds the lock of an order. */
  const loseLock = () =>
    store.db.raw(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)

  describe("two payments of one order", () => {
    async function paidTwice() {
      const first = await sell(store)
      const { orderId } = first
      await editQuantity(store, orderId, 2)
      const second = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
      await store.shopper.attempt(second.sessionId, USDC_ON_BASE)
      await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      const { captures } = await store.merchant.order(orderId)
      const sessionIds = [first.sessionId, second.sessionId]
      const [one = "", other = ""] = await paymentsOf(...sessionIds)
      const captured = captures.reduce((sum, amount) => sum + amount, 0)
      return { orderId, sessionIds, one, other, captured, rest: captured - 17 }
    }

    it("refunded at the same time by both routes leave the books that refunds one after another leave", async () => {
      const { orderId, sessionIds, one, other, captured, rest } = await paidTwice()
      const ours = (amount: number) => byOurs(orderId, String(amount), other)
      await Promise.all([byMedusa(one, 4), ours(3), byMedusa(one, 2), ours(1)])
      await expectBooks(orderId, sessionIds, [1, 2, 3, 4], captured)
      await Promise.all([byMedusa(one, 17 - 6), ours(rest - 4)])
      await expectBooks(orderId, sessionIds, [1, 2, 3, 4, 11, rest - 4], captured)
      const more = await Promise.allSettled([byMedusa(one, 1), ours(1)])
      expect(more.map(({ status }) => status)).toEqual(["rejected", "rejected"])
      await expectBooks(orderId, sessionIds, [1, 2, 3, 4, 11, rest - 4], captured)
    })

    it("refunded at the same time because the lock of the order was lost: neither takes back the other's", async () => {
      const { orderId, sessionIds, one, other, captured } = await paidTwice()
      const spy = whileRecorded(async () => {
        await loseLock()
        await cutOff(other)
      })
      await byMedusa(one, 3)
      spy.mockRestore()
      expect(await readBooks(store, orderId, sessionIds)).toMatchObject({
        ...{ refunds: [3, 5], bookedRefunds: [3], due: [3, 5] },
      })
      // The other process died after all.
      await store.db.raw("UPDATE refund SET created_at = now() - interval '2 minutes'")
      await findMissedRefunds(store)
      await expectBooks(orderId, sessionIds, [3], captured)
    })

    it("and a cancellation at the same time owe all that came, once", async () => {
      const { orderId, sessionIds, one, other, captured } = await paidTwice()
      await Promise.allSettled([
        byMedusa(one, 4),
        store.merchant.cancelOrder(orderId),
        byOurs(orderId, "3", other),
      ])
      expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled" })
      const { due, refunds } = await readBooks(store, orderId, []).then(async ({ refunds: made }) => ({
        refunds: made,
        due: (await store.db("onchain_refund").whereNull("deleted_at").pluck("fiat_amount")).map(Number),
      }))
      expect(refunds.reduce((sum, amount) => sum + amount, 0)).toBe(captured)
      expect(due.reduce((sum, amount) => sum + amount, 0)).toBe(captured)
      expect(sessionIds).toHaveLength(2)
    })
  })
})
