import { setTimeout as pause } from "node:timers/promises"
import { eventually } from "../http/support/eventually"
import { HealthFacts } from "../../src/modules/onchain/health/health-facts"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { describeOnchainModule } from "./onchain-module"
import { invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ knex }) => {
  const fail = (error: unknown) => {
    throw error
  }
  const boards: SharedStatus[] = []
  const openBoard = (onError: (error: unknown) => void = fail) => {
    const board = new SharedStatus(knex, onError)
    boards.push(board)
    return board
  }
  afterEach(() => Promise.all(boards.splice(0).map((board) => board.close())))

  test("what is written late does not replace what another process saw after it", async () => {
    await knex("onchain_signal").insert({
      id: "webhook_rejected",
      seen_at: knex.raw("now() + interval '1 minute'"),
      detail: "timestamp_stale",
    })
    const board = openBoard()
    board.note("webhook_rejected", "signature_invalid")
    await board.close()
    expect(await board.read("webhook_rejected")).toMatchObject({ detail: "timestamp_stale", count: 2 })
  })

  test("a flood of signals is two writes: the first at once, the last after a second", async () => {
    const writes: string[] = []
    const count = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      const [, , detail] = bindings
      if (sql.includes("INSERT INTO onchain_signal")) writes.push(String(detail))
    }
    knex.on("query", count)
    const board = openBoard()
    for (let n = 0; n < 1_000; n++) board.note("webhook_rejected", `reason ${n}`)
    await eventually(() => Promise.resolve(expect(writes).toContain("reason 999")))
    await pause(200)
    knex.off("query", count)
    expect(writes).toEqual(["reason 0", "reason 999"])
    await eventually(async () =>
      expect(await board.read("webhook_rejected")).toEqual({
        detail: "reason 999",
        at: expect.any(Date),
        count: 1_000,
      })
    )
  })

  test("unreadable fields are counted over all processes, until a day has passed without one", async () => {
    const [here, there] = [openBoard(), openBoard()]
    const facts = new HealthFacts(knex, scope, here)
    const setting = "assumptions.fields.invoice.expiresAt"
    expect(await facts.unreadableFields()).toEqual([])
    for (let n = 0; n < 5; n++) here.note("unreadable:invoice.expiresAt", setting)
    there.note("unreadable:invoice.expiresAt", setting)
    there.note("unreadable:intent.customerId", "")
    const at = expect.any(Date)
    await eventually(async () =>
      expect(await facts.unreadableFields()).toEqual([
        { name: "invoice.expiresAt", setting, count: 6, at },
        { name: "intent.customerId", setting: null, count: 1, at },
      ])
    )
    await knex("onchain_signal").update({ seen_at: knex.raw("now() - interval '25 hours'") })
    expect(await facts.unreadableFields()).toEqual([])
    await pause(1_100)
    here.note("unreadable:invoice.expiresAt", setting)
    await eventually(async () =>
      expect(await facts.unreadableFields()).toEqual([{ name: "invoice.expiresAt", setting, count: 1, at }])
    )
  })

  test("events that the bus does not take are counted once they are late", async () => {
    const facts = new HealthFacts(knex, scope, openBoard())
    const event = { id: "ocout_1", subject: "a", name: "late", data: {}, due_at: knex.fn.now() }
    await knex("onchain_outbox").insert(event)
    expect(await facts.unpublishedEvents(60_000)).toEqual({ count: 0, oldestAt: null })
    await knex("onchain_outbox").update({ created_at: knex.raw("now() - interval '2 minutes'") })
    expect(await facts.unpublishedEvents(60_000)).toEqual({ count: 1, oldestAt: expect.any(Date) })
    await knex("onchain_outbox").update({ published_at: knex.fn.now() })
    expect(await facts.unpublishedEvents(60_000)).toEqual({ count: 0, oldestAt: null })
  })

  test("a signal that cannot be written is logged, and has no other effect", async () => {
    const errors: unknown[] = []
    const broken = openBoard((error) => errors.push(error))
    await knex.raw("ALTER TABLE onchain_signal RENAME TO onchain_signal_away")
    try {
      broken.note("webhook_rejected", "signature_invalid")
      await eventually(() => Promise.resolve(expect(errors).toHaveLength(1)))
    } finally {
      await knex.raw("ALTER TABLE onchain_signal_away RENAME TO onchain_signal")
    }
  })

  test("invoices unknown to the service are counted and named, longest first, until it knows them or they are no longer polled", async () => {
    const store = new PaymentStore(knex, scope)
    const facts = new HealthFacts(knex, scope, openBoard())
    expect(await facts.unknownInvoices()).toEqual({ count: 0, oldestAt: null, ids: [] })
    const next_check_at = new Date()
    for (let n = 1; n <= 5; n++) {
      const names = { id: `ocpay_${n}`, session_id: `payses_${n}`, idempotency_key: `key_${n}` }
      await stored(store, { ...names, gateway_invoice_id: `inv_${n}`, next_check_at })
      if (n < 5) await store.noteUnknownInvoice(`ocatt_ocpay_${n}`, "getInvoice: NOT_FOUND")
    }
    const { invoice_unknown_at: since } = await reread(store, "ocpay_1")
    await store.noteUnknownInvoice("ocatt_ocpay_1", "getInvoice: NOT_FOUND, still")
    expect(await reread(store, "ocpay_1")).toMatchObject({
      invoice_unknown_at: since,
      last_error: "getInvoice: NOT_FOUND, still",
    })
    expect(await facts.unknownInvoices()).toEqual({
      count: 4,
      oldestAt: since,
      ids: ["inv_1", "inv_2", "inv_3"],
    })
    await store.record(await reread(store, "ocpay_1"), invoice({ id: "inv_1" }))
    expect(await reread(store, "ocpay_1")).toMatchObject({ invoice_unknown_at: null, last_error: null })
    await store.note("ocpay_2", { next_check_at: null })
    expect(await facts.unknownInvoices()).toMatchObject({ count: 2, ids: ["inv_3", "inv_4"] })
  })
})
