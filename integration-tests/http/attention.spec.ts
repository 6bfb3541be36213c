import type {
  OnchainAttentionResponse,
  OnchainOverviewResponse,
  OnchainPaymentDetailResponse,
} from "../../src/types/http"
import { awaitDeposit, sendFor } from "./support/deposits"
import { check, placeInPart } from "./support/partial-payments"
import { placePurchase } from "./support/purchase"
import { sell } from "./support/refunds"
import { GUEST } from "./support/shopper"
import { storeSuite } from "./support/store-suite"
import { installed } from "./support/installed"
import { expectSameEverywhere, sameEverywhereStories } from "./stories/same-everywhere"

type Note = { title: string; description: string }

/** Longer than an invoice waits for its money. */
const LIFE_MS = 31 * 60_000

storeSuite("what needs attention", { isNew: true }, (store) => {
  const attention = () => store.merchant.get<OnchainAttentionResponse>("/admin/onchain/attention")
  const overview = () => store.merchant.get<OnchainOverviewResponse>("/admin/onchain/overview")
  const notify = async () => (await installed("health/attention")).notifyAttention(store.container)
  const bell = async (): Promise<Note[]> => {
    const { notifications } = await store.merchant.get<{ notifications: { data: Note }[] }>(
      "/admin/notifications?channel=feed&limit=100"
    )
    return notifications.map(({ data }) => data)
  }

  async function statementsOf(read: () => Promise<unknown>): Promise<number> {
    const counted: number[] = []
    let statements = 0
    const note = ({ sql }: { sql: string }) => {
      if (/onchain_|"order"|store_currency/.test(sql)) statements++
    }
    store.db.on("query", note)
    try {
      for (let call = 0; call < 5; call++) {
        statements = 0
        await read()
        counted.push(statements)
      }
    } finally {
      store.db.removeListener("query", note)
    }
    // What the store does beside it counts too.
    return Math.min(...counted)
  }

  it("is empty in a new store, which shows the setup steps", async () => {
    await store.merchant.health()
    expect(await overview()).toMatchObject({
      attention: { total: 0, is_count_exact: true, items: [] },
      received: { days: [], today: [], total: [] },
      balances: { problem: null },
      health: { status: "warning", check: { id: "webhooks" }, problem_count: 1 },
      is_empty: true,
    })
    await notify()
    expect(await bell()).toEqual([])
  })

  it("appears once in the list, in the overview, which six statements read, and in the bell, and is gone when resolved", async () => {
    const { db, sandbox, merchant } = store
    // A due refund: an order that was captured and partly refunded.
    const sale = await sell(store)
    const refundId = await sale.refund(5)
    // A part-paid order whose quote has expired.
    const part = await placeInPart(store, "8.5")
    // Money for an order that was cancelled.
    const cancelled = await placePurchase(store)
    await merchant.cancelOrder(cancelled.orderId)
    await sandbox.payInFull(cancelled.invoiceId)
    await store.quiet()
    await sandbox.advance(LIFE_MS)
    await check(store, part.id)
    const { payment, orderId } = await awaitDeposit(store)
    const depositId = await sendFor(store, payment, { amount: "3" })
    const dead = await db("onchain_webhook_delivery").where({ event: "invoice.paid" }).first("id")
    await db("onchain_webhook_delivery").where({ id: dead.id }).update({ state: "dead" })

    const { counts, total, items } = await attention()
    const kinds = items.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(expect.arrayContaining(["dead_webhook", "deposit", "part_paid", "refund_due"]))
    expect(new Set(items.map(({ kind, subject_id }) => `${kind} ${subject_id}`)).size).toBe(items.length)
    expect(total).toBe(items.length)
    const noticed = items.find(({ kind }) => kind === "deposit")
    expect(noticed).toMatchObject({ subject_id: depositId, token: "USDC", order: { id: orderId } })
    // No screen says another thing than the overview.
    for (const item of items) await expectSameEverywhere(store, item)
    expect(await merchant.deposits.view(depositId)).toMatchObject({ mismatch: "too_little" })
    const { payment: page } = await merchant.get<OnchainPaymentDetailResponse>(
      `/admin/onchain/payments/${noticed?.payment_id}`
    )
    expect(page.status.sentence).toBe("deposit_in_review")
    expect(items.find(({ kind }) => kind === "part_paid")).toMatchObject({
      ...{ screen: "unmatched", subject_id: part.id, amount: "8.5", reason: "partial_payment" },
      order: { id: part.orderId, display_id: expect.any(Number) },
    })
    expect(await store.merchant.unmatched.view(part.id)).toMatchObject({ customer: { email: GUEST } })
    expect(items.find(({ subject_id }) => subject_id === refundId)).toMatchObject({
      ...{ kind: "refund_due", screen: "refund", fiat_amount: "5", order: { id: sale.orderId } },
    })
    const seen = await overview()
    expect(seen.attention).toEqual(await attention())
    expect(seen.is_empty).toBe(false)
    expect(seen.received?.today).toMatchObject([
      {
        ...{ token: "USDC", count: 1, amount: "17" },
        fiat: [{ currency_code: "usd", amount: "17", count: 1, token_amount: "17" }],
      },
    ])
    const usdc = seen.balances?.balances?.find(({ token }) => token === "USDC")
    expect(usdc).toMatchObject({ available: expect.any(String), problem: null })
    expect(await statementsOf(overview)).toBe(6)

    await notify()
    const notes = await bell()
    expect(notes).toHaveLength(total)
    await notify()
    await db("onchain_status").whereLike("id", "notice:%").update({ started_at: null })
    await notify()
    expect(await bell()).toEqual(notes)
    expect(notes.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["A deposit needs review", "An order is partially paid", "A refund is due"])
    )
    expect(JSON.stringify(notes)).not.toMatch(/@|0x/)

    await merchant.post(`/admin/onchain/refunds/${refundId}/settle`, { note: "paid in cash" })
    await merchant.post(`/admin/onchain/deliveries/${dead.id}/rerun`, {})
    await store.quiet()
    await merchant.post(`/admin/onchain/unallocated-payments/${part.id}/keep`, { note: "a gift" })
    const after = await attention()
    expect(after.counts).toEqual({
      ...counts,
      refund_due: counts.refund_due - 1,
      dead_webhook: 0,
      part_paid: 0,
    })
    await notify()
    expect(await bell()).toHaveLength(total)
  })

  sameEverywhereStories(store)

  it("in a flood is one line of the bell", async () => {
    const { db } = store
    const { businessId = "" } = store.sandbox.credentials
    await db.raw(
      `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, raw_body, state, attempts, received_at, next_attempt_at)
       SELECT 'dlv_' || n, 'sandbox', ?, '<img src=x>' || chr(8238), '{}', 'dead', 7, now(), now() FROM generate_series(1, 12) AS n`,
      [businessId]
    )
    await notify()
    expect((await bell()).map(({ title }) => title)).toEqual(["12 webhooks failed after too many attempts"])
    const { items, counts } = await attention()
    expect(counts.dead_webhook).toBe(12)
    expect(items[0]?.reason).toBe("<img src=x>")
  })

  it("does not wait for a provider that is silent", async () => {
    await store.sandbox.fault({ kind: "latency", ms: 60_000, endpoint: "listBalances", count: 20 })
    expect((await overview()).balances).toMatchObject({ balances: null, problem: "slow" })
    await store.sandbox.clearFaults()
  })
})
