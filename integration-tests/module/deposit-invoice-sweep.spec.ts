import { createRateLimiter } from "../../src/gateway/client/call"
import { listing } from "../../src/gateway/__tests__/listing"
import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import type { Invoice } from "../../src/gateway/contract"
import { Income } from "../../src/modules/onchain/deposit/income"
import { CircuitBreaker, SyncRuns } from "../../src/modules/onchain/work/sync-runs"
import { type FoundInvoice, IntentStore } from "../../src/modules/onchain/payment/intent-store"
import { sweepDepositInvoices } from "../../src/workflows/payment/workers/deposit-invoices"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { describeTables } from "./onchain-module"
import { invoice, reread, stored, scope, paymentsOf } from "./rows"

const PAGE = 10
const unreachable = failedCall("listInvoices", { isRetryable: true, status: 503 })

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const checks = new PaymentChecks(knex, scope, 60_000)

  /** A search in lists by status; the calls of its budget are counted. */
  function setUp(lists: Record<string, Invoice[]>, onWalk?: () => void, cutShort: string[] = []) {
    const asked: string[] = []
    let calls = 0
    const budget = createRateLimiter(Date.now, { perMinute: 6_000 })
    const adopted: FoundInvoice[] = []
    const failed: string[] = []
    const withoutOrder: string[] = []
    const pause = new CircuitBreaker(Date.now)
    const run = (adopt?: (found: FoundInvoice) => Promise<void>) =>
      sweepDepositInvoices({
        gateway: {
          listInvoices: ({ status = "" } = {}) => {
            asked.push(status)
            const gap = { isComplete: false, gap: "page_full", rowsRead: 0 } as const
            return listing(lists[status] ?? [], onWalk, {
              pageSize: PAGE,
              end: cutShort.includes(status) ? gap : { isComplete: true },
            })
          },
        },
        ...{ checks, pause, pageSize: PAGE, callsPerMinute: 240 },
        invoices: new IntentStore(knex, scope),
        runs: new SyncRuns(knex, scope),
        budget: {
          take: () => {
            calls++
            return budget.take()
          },
        },
        adopt: async (found) => {
          await adopt?.(found)
          adopted.push(found)
        },
        record: (invoices) => new Income(knex, scope, Date.now).record(invoices),
        onFailure: ({ invoiceId }) => void failed.push(invoiceId),
        lookForOrders: async (payments) =>
          void withoutOrder.push(...payments.map(({ attempt_id }) => attempt_id)),
      })
    return { run, asked, adopted, failed, withoutOrder, calls: () => calls }
  }

  const intent = (id: string, change: Partial<PaymentRow> = {}) =>
    stored(store, {
      id,
      kind: "auto_deposit",
      gateway_invoice_id: null,
      gateway_intent_id: `int_${id}`,
      created_at: new Date(),
      next_check_at: new Date(0),
      ...change,
    })
  const matched = (id: string, session: string): Invoice =>
    invoice({
      id,
      status: "paid",
      autoDepositAssignmentStatus: "matched",
      externalOrderId: `payses_${session}`,
    })
  const others = (count: number) =>
    Array.from({ length: count }, (_, n) => invoice({ id: `other_${n}`, status: "paid" }))

  test("finds what is attached to sessions of this store, on whichever page, and nothing else", async () => {
    await intent("a")
    await intent("old", { state: "superseded" })
    await intent("known", { gateway_invoice_id: "inv_known", state: "captured" })
    const inReview = {
      ...matched("inv_review", "a"),
      autoDepositAssignmentStatus: "review_required_ambiguous",
    }
    const { run, adopted, calls, asked } = setUp({
      paid: [
        ...others(25),
        matched("inv_a", "a"),
        inReview,
        matched("inv_stranger", "of_another_store"),
        matched("inv_known", "known"),
        ...others(80),
        matched("inv_old", "old"),
      ],
    })
    expect(await run()).toEqual({ seen: 110, found: 2, failed: 0, isComplete: true })
    expect(adopted).toEqual([
      { invoiceId: "inv_a", paymentId: "a", attemptId: "ocatt_a" },
      { invoiceId: "inv_old", paymentId: "old", attemptId: "ocatt_old" },
    ])
    expect(asked).toEqual(["paid", "overpaid"])
    expect(calls()).toBe(12)
  })

  test("a further deposit for a payment that has its money is found until it is owed back", async () => {
    await intent("a", { gateway_invoice_id: "inv_a", state: "captured" })
    const lists = { paid: [matched("inv_a", "a"), matched("inv_more", "a")] }
    const first = setUp(lists)
    await first.run()
    expect(first.adopted).toEqual([{ invoiceId: "inv_more", paymentId: "a", attemptId: "ocatt_a" }])
  })

  test("reads nothing while no intent is due, and reschedules those that were", async () => {
    await intent("later", { next_check_at: new Date(Date.now() + 60_000) })
    const { run, asked } = setUp({})
    expect(await run()).toBeNull()
    await intent("due", { check_count: 1 })
    expect(await run()).toEqual({ seen: 0, found: 0, failed: 0, isComplete: true })
    expect(asked).toEqual(["paid"])
    expect((await reread(store, "due")).next_check_at?.getTime()).toBeGreaterThan(Date.now() + 10_000)
    expect(await run()).toBeNull()
  })

  test("the order is looked up for those that wait and have no known order", async () => {
    await intent("waiting")
    await intent("replaced", { state: "superseded" })
    await intent("placed", { order_placed_at: new Date() })
    await intent("left", { abandoned_at: new Date() })
    await intent("later", { next_check_at: new Date(Date.now() + 60_000) })
    await intent("captured", { state: "captured", gateway_invoice_id: "inv_captured" })
    const { run, withoutOrder } = setUp({})
    await run()
    expect(withoutOrder.sort()).toEqual(["ocatt_replaced", "ocatt_waiting"])
  })

  test("a long list is read less often", async () => {
    await intent("a")
    const { run } = setUp({ paid: others(300) })
    await run()
    const startedAgo = (seconds: number) =>
      knex.raw(`UPDATE onchain_status SET started_at = now() - ${seconds} * interval '1 second'`)
    const due = () => knex("onchain_attempt").update({ next_check_at: new Date(0) })
    await due()
    await startedAgo(20)
    expect(await run()).toBeNull()
    await startedAgo(31)
    expect(await run()).toMatchObject({ seen: 300 })
  })

  test("a failure for one deposit stops nothing, and is retried soon", async () => {
    await intent("bad", { created_at: new Date(Date.now() - 10 * 86_400_000) })
    await intent("good")
    const { run, adopted, failed } = setUp({ paid: [matched("inv_bad", "bad"), matched("inv_good", "good")] })
    const result = await run(({ paymentId }) =>
      paymentId === "bad" ? Promise.reject(new Error("its order cannot be completed")) : Promise.resolve()
    )
    expect(result).toEqual({ seen: 2, found: 1, failed: 1, isComplete: true })
    expect(failed).toEqual(["inv_bad"])
    expect(adopted).toEqual([{ invoiceId: "inv_good", paymentId: "good", attemptId: "ocatt_good" }])
    expect((await reread(store, "bad")).next_check_at?.getTime()).toBeLessThan(Date.now() + 12 * 60_000)
  })

  test("an order out of time has both lists read, and counts as searched only without a failure", async () => {
    const wanted = { check_count: 1, search_wanted_at: new Date() }
    await intent("bad", wanted)
    await intent("none", wanted)
    const { run, asked } = setUp({ paid: [matched("inv_bad", "bad")] })
    await run(() => Promise.reject(new Error("its canonical invoice cannot be read")))
    expect(asked).toEqual(["paid", "overpaid"])
    expect(await reread(store, "none")).toMatchObject({ searched_from: expect.any(Date) })
    expect(await reread(store, "bad")).toMatchObject({ searched_from: null })
  })

  test.each(["paid", "overpaid"])(
    "an incomplete list of %s invoices is processed as far as it goes, and no deposit counts as searched",
    async (cut) => {
      const wanted = { check_count: 1, search_wanted_at: new Date() }
      const old = new Date(Date.now() - 60 * 86_400_000)
      await intent("there", wanted)
      await intent("hidden", wanted)
      await intent("left", { ...wanted, created_at: old, abandoned_at: old })
      const { run, adopted } = setUp({ paid: [matched("inv_there", "there")] }, undefined, [cut])
      expect(await run()).toMatchObject({ found: 1, isComplete: false })
      expect(adopted).toEqual([{ invoiceId: "inv_there", paymentId: "there", attemptId: "ocatt_there" }])
      expect(await reread(store, "hidden")).toMatchObject({ searched_from: null })
      const { next_check_at: next } = await reread(store, "left")
      expect(next?.getTime()).toBeGreaterThan(Date.now())
      expect(next?.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000)
    }
  )

  test("an unreachable service leaves the intents due, and is not called for a while", async () => {
    await intent("a")
    const { run } = setUp({}, () => {
      throw unreachable
    })
    await expect(run()).rejects.toBe(unreachable)
    expect(await checks.countDueInList(3)).toMatchObject({ due: 1 })
    expect(await run()).toBeNull()
    expect(await new SyncRuns(knex, scope).find("deposit_invoices")).toMatchObject({
      last_error: unreachable.message,
    })
  })
})
