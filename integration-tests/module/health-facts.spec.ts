import { setTimeout as pause } from "node:timers/promises"
import { eventually } from "../http/support/eventually"
import { HealthFacts } from "../../src/modules/onchain/health/facts"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import { settingWithVersion, watchCalls } from "../../src/modules/onchain/health/activity-log"
import { SETUP_CHECKS } from "../../src/modules/onchain/health/setup-checks"
import { optionsWith } from "../../src/modules/onchain/options/__tests__/valid-options"
import type { ListReport } from "../../src/gateway/client/walk"
import { describeTables } from "./onchain-module"
import { invoice, reread, stored, scope, paymentsOf } from "./rows"

const refused = failedCall("createInvoice", { outcome: "unknown", isRetryable: true })

const options = optionsWith()
const { assumptions } = options

const PAID = "listInvoices status=paid"
describeTables(({ knex }) => {
  const fail = (error: unknown) => {
    throw error
  }
  let [nowMs, ownSkewMs] = [0, 0]
  const boards: SharedStatus[] = []
  const openBoard = (onError: (error: unknown) => void = fail) => {
    const board = new SharedStatus(knex, scope, onError, {
      ...{ now: () => nowMs, ownSkewMs, follow: () => Promise.resolve() },
    })
    boards.push(board)
    return board
  }
  afterEach(() => Promise.all(boards.splice(0).map((board) => board.close())))

  test("what is written late does not replace what another process saw after it", async () => {
    await knex("onchain_status").insert({
      ...{ id: "webhook_rejected", environment: "", business_id: "" },
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
      if (sql.includes("INSERT INTO onchain_status")) writes.push(String(detail))
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

  test("unreadable fields and unknown words are counted over all processes, until a day has passed without one", async () => {
    const [here, there] = [openBoard(), openBoard()]
    const facts = new HealthFacts(knex, options, here)
    const setting = "assumptions.fields.invoice.expiresAt"
    expect(await facts.fields("unreadable:")).toEqual([])
    const detail = settingWithVersion(setting, assumptions)
    for (let n = 0; n < 5; n++) here.note("unreadable:invoice.expiresAt", detail)
    there.note("unreadable:invoice.expiresAt", detail)
    there.note("unreadable:intent.customerId", "")
    const words = "assumptions.statuses.invoice"
    there.note("unknown_word:invoice status:in: mempool", settingWithVersion(words, assumptions))
    const at = expect.any(Date)
    await eventually(async () =>
      expect(await facts.fields("unreadable:")).toEqual([
        { name: "invoice.expiresAt", setting, count: 6, at },
        { name: "intent.customerId", setting: null, count: 1, at },
      ])
    )
    const lists = Object.keys(assumptions.statuses.invoice)
    const word = { subject: "invoice status", word: "in: mempool", setting: words, lists }
    await eventually(async () => expect(await facts.unknownWords()).toEqual([{ ...word, count: 1 }]))

    const mended = optionsWith({
      assumptions: {
        fields: { invoice: { expiresAt: null } },
        statuses: { invoice: { pending: ["in: mempool"] } },
      },
    })
    const after = new HealthFacts(knex, mended, here)
    expect((await after.fields("unreadable:")).map(({ name }) => name)).toEqual(["intent.customerId"])
    expect(await after.unknownWords()).toEqual([])
    await knex("onchain_status").update({ seen_at: knex.raw("now() - interval '25 hours'") })
    expect(await facts.fields("unreadable:")).toEqual([])
    await pause(1_100)
    here.note("unreadable:invoice.expiresAt", detail)
    await eventually(async () =>
      expect(await facts.fields("unreadable:")).toEqual([
        { name: "invoice.expiresAt", setting, count: 1, at },
      ])
    )
  })

  test("events that the bus does not take are counted once they are late", async () => {
    const facts = new HealthFacts(knex, options, openBoard())
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
    await knex.raw("ALTER TABLE onchain_status RENAME TO onchain_status_away")
    try {
      broken.note("webhook_rejected", "signature_invalid")
      await eventually(() => Promise.resolve(expect(errors).toHaveLength(1)))
    } finally {
      await knex.raw("ALTER TABLE onchain_status_away RENAME TO onchain_status")
    }
  })

  test("invoices unknown to the service are counted and named, longest first, until it knows them or they are no longer polled", async () => {
    const store = paymentsOf(knex)
    const facts = new HealthFacts(knex, options, openBoard())
    expect(await facts.unknownInvoices()).toEqual({ count: 0, oldestAt: null, ids: [] })
    const next_check_at = new Date()
    for (let n = 1; n <= 5; n++) {
      await stored(store, { id: `ocpay_${n}`, next_check_at })
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

  /** One process. */
  function process() {
    const board = openBoard()
    const report = watchCalls(board, assumptions, Date.now)
    const fail = (times: number) => {
      for (let n = 0; n < times; n++) report({ endpoint: "createInvoice", error: refused })
    }
    return { fail, succeed: () => report({ endpoint: "createInvoice", error: null }), board }
  }

  async function createInvoice() {
    const facts = new HealthFacts(knex, options, process().board)
    const states = await facts.endpoints()
    const [finding] = [SETUP_CHECKS.endpoints({ endpoints: states, nowMs: Date.now() })].flat()
    return { state: states.find(({ endpoint }) => endpoint === "createInvoice"), finding }
  }

  test("failures of all processes count, and the next success of any ends them", async () => {
    const [here, there] = [process(), process()]
    expect(await createInvoice()).toMatchObject({
      state: { succeededAt: null, failedAt: null, failuresInRow: 0, failure: null },
      finding: { status: "ok" },
    })
    here.fail(20)
    there.fail(8)
    await eventually(async () =>
      expect(await createInvoice()).toMatchObject({
        state: {
          succeededAt: null,
          failedAt: expect.any(Date),
          failuresInRow: 28,
          failure: { code: "SERVICE_UNAVAILABLE", fields: [], setting: null },
        },
        finding: { id: "endpoint_createInvoice", status: "error" },
      })
    )
    there.succeed()
    await eventually(async () =>
      expect(await createInvoice()).toMatchObject({
        state: { succeededAt: expect.any(Date), failedAt: expect.any(Date), failuresInRow: 0 },
        finding: { status: "ok" },
      })
    )
  })

  test("a failure right after a success counts, and one right before it does not", async () => {
    const { fail, succeed } = process()
    fail(2)
    await eventually(async () => expect((await createInvoice()).state?.failuresInRow).toBeGreaterThan(0))
    fail(3)
    succeed()
    fail(4)
    await eventually(async () =>
      expect((await createInvoice()).state).toMatchObject({ succeededAt: expect.any(Date), failuresInRow: 4 })
    )
    await pause(1_100)
    expect((await createInvoice()).state?.failuresInRow).toBe(4)
  })

  test("migrations of a newer version that did not run are named", async () => {
    const health = new HealthFacts(knex, options, openBoard())
    expect(await health.missingMigrations()).toEqual([])
    expect(await health.missingMigrations(["Migration20991231000000"])).toEqual(["Migration20991231000000"])
  })

  describe("processes", () => {
    const watch = () => openBoard()
    const ageAll = (by: string) =>
      knex("onchain_status").update({ seen_at: knex.raw(`seen_at - interval '${by}'`) })
    const ids = async () => (await knex("onchain_status").select("id")).map(({ id }) => String(id))

    // The module of the test is alive too.
    beforeEach(async () => void (await knex("onchain_status").delete()))

    test("two processes see each other, until one stops in order", async () => {
      const [first, second] = [watch(), watch()]
      await first.start()
      expect(await first.countOthers()).toBe(0)
      await second.start()
      expect(await first.countOthers()).toBe(1)
      expect(await ids()).toHaveLength(2)
      await second.close()
      expect(await first.countOthers()).toBe(0)
      await first.close()
      expect(await ids()).toEqual([])
    })

    test("a process whose clock is behind makes Medusa's rows look older, until it stops", async () => {
      nowMs = 1_000_000
      const right = watch()
      await right.start()
      expect(await right.earliestTime()).toBe(1_000_000)
      ownSkewMs = -600_000
      const behind = watch()
      await behind.start()
      expect(await right.earliestTime()).toBe(400_000)
      await behind.close()
      ownSkewMs = 600_000
      const ahead = watch()
      await ahead.start()
      expect(await right.earliestTime()).toBe(1_000_000)
      await Promise.all([right.close(), ahead.close()])
      ;[nowMs, ownSkewMs] = [0, 0]
    })

    test("a killed process does not count beside its replacement", async () => {
      const [killed, next] = [watch(), watch()]
      await killed.start()
      await next.start()
      expect(await next.countOthers()).toBe(0)
      await knex("onchain_status").update({ seen_at: knex.fn.now() })
      expect(await next.countOthers()).toBe(1)
      await ageAll("121 seconds")
      expect(await next.countOthers()).toBe(0)
      await ageAll("1 hour")
      const later = watch()
      await later.start()
      expect(await ids()).toHaveLength(1)
      await Promise.all([killed.close(), next.close(), later.close()])
    })
  })

  const report = (rowsRead: number, isComplete: boolean): ListReport => ({
    endpoint: "listInvoices",
    listName: PAID,
    rowsRead,
    end: isComplete ? { isComplete } : { isComplete, gap: "page_full", rowsRead },
  })

  test("all processes know that a list is incomplete, and since when, until one reads it to its end", async () => {
    const [one, other] = [openBoard(), openBoard()]
    await one.noteList(report(99, true))
    expect(await other.findIncompleteLists()).toEqual([])
    await one.noteList(report(100, false))
    const [first] = await other.findIncompleteLists([PAID])
    expect(first).toMatchObject({ listName: PAID, endpoint: "listInvoices", rowsRead: 100, gap: "page_full" })
    await other.noteList(report(120, false))
    expect(await one.findIncompleteLists()).toMatchObject([{ rowsRead: 120, since: first?.since }])
    expect(await one.findIncompleteLists(["listTransactions"])).toEqual([])
    await other.noteList(report(150, true))
    expect(await one.findIncompleteLists()).toEqual([])
  })

  test("a complete list that is read often is recorded once a minute, and at once after it was incomplete", async () => {
    const one = openBoard()
    const rows = async () => (await knex("onchain_status").where({ id: PAID }).first())?.count
    await one.noteList(report(1, true))
    await one.noteList(report(2, true))
    expect(await rows()).toBe(1)
    nowMs += 60_000
    await one.noteList(report(3, true))
    expect(await rows()).toBe(3)
    await one.noteList(report(100, false))
    await one.noteList(report(4, true))
    expect(await rows()).toBe(4)
  })
})
