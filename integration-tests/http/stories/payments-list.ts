import type {
  OnchainListedPayment,
  OnchainOrderResponse,
  OnchainPaymentDetail,
  OnchainPaymentDetailResponse,
  OnchainPaymentListResponse,
  OnchainPayLinkResponse,
  OnchainSentPayLinkResponse,
} from "../../../src/types/http"
import { eventually } from "../support/eventually"
import { openPurchase, placePurchase, storedPayment, type Purchase } from "../support/purchase"
import { recorder } from "../support/recording-notifications"
import { refused, sell as sellOne } from "../support/refunds"
import { GUEST } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"

type Group = { entity: string; data: OnchainListedPayment[]; count: number; offset: number; limit: number }

export function paymentsListStories(store: StoreUnderTest): void {
  beforeEach(() => recorder.reset())

  const list = (query: Record<string, string> = {}) =>
    store.merchant.get<OnchainPaymentListResponse>(`/admin/onchain/payments?${new URLSearchParams(query)}`)
  const idsFor = async (q: string) => (await list({ q })).payments.map(({ id }) => id)
  const view = async (id: string) =>
    (await store.merchant.get<OnchainPaymentDetailResponse>(`/admin/onchain/payments/${id}`)).payment
  const checkNow = async (id: string): Promise<OnchainPaymentDetail> =>
    (await store.merchant.post<OnchainPaymentDetailResponse>(`/admin/onchain/payments/${id}/check`, {}))
      .payment
  const csv = (query: Record<string, string> = {}) =>
    store.merchant.get<string>(`/admin/onchain/payments/export?${new URLSearchParams(query)}`)
  const search = async (query: string) =>
    (await store.merchant.get<{ results: Group[] }>(`/admin/search?${query}`)).results

  it("finds a captured order by its number, email, hash, address, and each of its ids, as the dashboard's search does", async () => {
    const { purchase, payment, orderNumber } = await sell(store)
    const other = await openPurchase(store)
    const { id: otherId } = await storedPayment(store, other.sessionId)
    const { tx_hash, deposit_address, attempt_id, id } = payment
    const names = [
      ...[`#${orderNumber}`, purchase.orderId, id, purchase.sessionId, attempt_id, purchase.invoiceId],
      ...[tx_hash.toUpperCase().replace("0X", "0x"), tx_hash.slice(0, 10), deposit_address.toLowerCase()],
    ]
    for (const q of names) expect({ q, ids: await idsFor(q) }).toEqual({ q, ids: [id] })
    expect(await idsFor(GUEST.toUpperCase())).toContain(id)
    for (const q of ["#999999", "nobody@example.com"]) expect(await idsFor(q)).toEqual([])
    expect((await list()).payments.map((row) => row.id).sort()).toEqual([id, otherId].sort())

    const [row] = (await list({ q: tx_hash })).payments
    expect(row).toMatchObject({
      order: { id: purchase.orderId, display_id: orderNumber },
      customer: { email: GUEST },
      status: { code: "captured", sentence: "captured", params: { received: "17", fiat: "17" } },
      ...{ fiat_amount: "17", currency_code: "usd", network_id: "base-mainnet", token: "USDC" },
      ...{ received_amount: "17", remaining_amount: "0", attempt_count: 1 },
      explorer: { tx_url: expect.stringContaining(tx_hash), address_url: expect.any(String) },
      captured_at: expect.any(String),
    })

    const all = await search(`q=${tx_hash}&entity=order,onchain_payment,customer&limit=5`)
    expect(all).toMatchObject([
      { entity: "order", count: 0 },
      {
        entity: "onchain_payment",
        data: [{ id, order: { id: purchase.orderId } }],
        count: 1,
        limit: 5,
      },
      { entity: "customer", count: 0 },
    ])
    expect(await search(`entity[]=onchain_payment&q=${tx_hash}`)).toMatchObject([
      { entity: "onchain_payment", data: [{ id }], offset: 0 },
    ])
    expect((await search(`q=${orderNumber}`)).map(({ entity }) => entity)).not.toContain("onchain_payment")
    await expect(search("q=1&entity=onchain_payment,nothing")).rejects.toMatchObject(refused(404, "nothing"))
    await expect(store.api.get("/admin/search?q=1&entity=onchain_payment")).rejects.toMatchObject({
      response: { status: 401 },
    })
  })

  it("is filtered by state, network, token and day, says what a filter expects, and is exported without formulas", async () => {
    const { purchase, payment, orderNumber } = await sell(store)
    const waiting = await placePurchase(store)
    const cart = await store.shopper.fillCart()
    await store.shopper.choose(cart, undefined)
    const codes = async (query: Record<string, string>) =>
      (await list(query)).payments.map(({ status }) => status.code)
    expect(await codes({})).toEqual(["awaiting", "awaiting", "captured"])
    expect(await codes({ order: "created_at" })).toEqual(["captured", "awaiting", "awaiting"])
    expect(await codes({ state: "captured,held" })).toEqual(["captured"])
    expect(await codes({ network_id: "base-mainnet", token: "USDC" })).toEqual(["awaiting", "captured"])
    const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
    const days = { created_from: dayOf(payment.created_at), created_to: dayOf(new Date()) }
    expect(await codes(days)).toHaveLength(3)
    expect(await codes({ created_to: "2020-01-31" })).toEqual([])
    expect(await list({ limit: "1", offset: "1" })).toMatchObject({
      ...{ count: 3, is_count_exact: true, limit: 1, offset: 1 },
      payments: [{ session_id: waiting.sessionId }],
    })
    await expect(list({ created_from: "2026-02-30" })).rejects.toMatchObject(
      refused(400, "created_from: expected")
    )
    // In Medusa's words, as for every choice and size.
    await expect(list({ order: "amount" })).rejects.toMatchObject(
      refused(400, "Expected: 'created_at, -created_at' for field 'order'")
    )

    await store.db("onchain_attempt").where({ id: payment.attempt_id }).update({ memo: "=1+1" })
    const [header = "", ...lines] = (await csv()).replace("\uFEFF", "").trim().split("\r\n")
    expect(header.split(",").slice(0, 4)).toEqual(["Order", "Customer email", "Status", "Value"])
    expect(lines).toHaveLength(3)
    const cells = lines.find((line) => line.includes(purchase.orderId))?.split(",") ?? []
    expect(Object.fromEntries(header.split(",").map((name, n) => [name, cells[n]]))).toMatchObject({
      ...{ Order: String(orderNumber), "Customer email": GUEST, Value: "17", Currency: "USD", Rate: "1" },
      ...{ Received: "17", Transaction: payment.tx_hash, Memo: "'=1+1", Status: "Captured" },
      "Captured (UTC)": expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect((await csv({ state: "awaiting" })).trim().split("\r\n")).toHaveLength(3)
  })

  it("shows all attempts, the shopper's claim and one timeline, as the order does", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.shopper.attempt(sessionId, "evm:bnb-mainnet:USDT")
    await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    const { id } = await storedPayment(store, sessionId)
    const detail = await view(String(id))
    expect(detail).toMatchObject({
      order: { id: orderId },
      status: { code: "captured" },
      attempts: [
        { token: "USDT", is_current: true, is_captured: true, state: "settled", rate: "1" },
        { token: "USDC", is_current: false, is_captured: false, gateway_invoice_id: invoiceId },
      ],
      choices: {
        check_now: { is_possible: true, code: null },
        pay_link: { is_possible: false, code: "nothing_due", reason: expect.any(String) },
        refund: { is_possible: true },
      },
    })
    const events = detail.timeline.map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(["opened", "order_placed", "settled", "captured"]))
    expect(events.filter((event) => event === "opened")).toHaveLength(2)
    expect(detail.timeline.filter(({ event }) => event === "opened").map((one) => one.attempt_id)).toEqual(
      detail.attempts.map((attempt) => attempt.id).reverse()
    )
    // Messages are sent meanwhile.
    await eventually(async () => {
      const { order } = await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
      expect(order.payments).toEqual([await view(String(id))])
    })
  })

  it("check now reads what no webhook has told, and a failure of the provider changes nothing", async () => {
    await store.sandbox.setWebhook(null)
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const id = String((await storedPayment(store, sessionId)).id)
    await store.sandbox.pay(invoiceId, { amount: "8.5" })
    await forget(store)
    await store.sandbox.fault({ kind: "server_error", status: 503, count: 100 })
    await expect(checkNow(id)).rejects.toMatchObject(refused(400, "The provider is unavailable"))
    expect((await view(id)).status.code).toBe("awaiting")
    await store.sandbox.clearFaults()

    expect((await checkNow(id)).status).toMatchObject({
      ...{ code: "partially_paid", sentence: "partially_paid" },
      params: { received: "8.5", expected: "17", remaining: "8.5", token: "USDC" },
    })
    await store.sandbox.payInFull(invoiceId, { amount: "8.5" })
    // It was read a moment ago.
    expect((await checkNow(id)).status.code).toBe("partially_paid")
    await forget(store)
    expect((await checkNow(id)).status.code).toBe("captured")
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17] })
    for (const read of [view, checkNow])
      await expect(read("ocpay_none")).rejects.toMatchObject(refused(404, "There is no payment ocpay_none."))
  })

  it("the link is sent to the order's email once a minute, and its address is known", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    const id = String((await storedPayment(store, sessionId)).id)
    const path = `/admin/onchain/orders/${orderId}/pay-link`
    const send = () => store.merchant.post<OnchainSentPayLinkResponse>(`${path}/send`, {})
    const { page_link } = await store.merchant.post<OnchainPayLinkResponse>(path, {})
    expect(page_link.url).toBe(`https://shop.example/pay/${page_link.token}`)

    recorder.failWith("mailbox full")
    await expect(send()).rejects.toMatchObject(refused(400, /could not be sent.*mailbox full/))
    recorder.failWith(null)
    const [sent, again] = await Promise.allSettled([send(), send()])
    expect([sent?.status, again?.status].sort()).toEqual(["fulfilled", "rejected"])
    await expect(send()).rejects.toMatchObject(refused(400, "within the last minute"))
    expect(recorder.sent).toMatchObject([
      {
        ...{ to: GUEST, template: "onchain.payment_awaiting" },
        data: {
          order_id: orderId,
          payment_id: id,
          link: expect.stringMatching(/^https:\/\/shop\.example\/pay\/./),
        },
      },
    ])
    const { timeline, choices } = await view(id)
    expect(timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["payment.link_requested", "payment.link_failed", "payment.link_sent"])
    )
    expect(choices.send_link).toEqual({ is_possible: true, code: null, reason: null })
  })
}

type Sold = {
  purchase: Purchase & { orderId: string }
  payment: { id: string; tx_hash: string; deposit_address: string; attempt_id: string; created_at: Date }
  orderNumber: number
}

/** An order that is paid and captured. */
async function sell(store: StoreUnderTest): Promise<Sold> {
  const purchase = await sellOne(store)
  const [payment] = await store
    .db("onchain_payment AS p")
    .join("onchain_attempt AS a", "a.payment_id", "p.id")
    .where("p.session_id", purchase.sessionId)
    .select("p.id", "p.created_at", "a.tx_hash", "a.deposit_address", "a.id AS attempt_id")
  const { order } = await store.merchant.get<{ order: { display_id: number } }>(
    `/admin/orders/${purchase.orderId}?fields=display_id`
  )
  return { purchase, payment, orderNumber: order.display_id }
}

/** As if the last check were long ago. */
async function forget({ db }: StoreUnderTest): Promise<void> {
  await db("onchain_attempt").update({ checked_at: new Date(0) })
}
