import type { ClaimedEvent } from "../../src/modules/onchain/work/outbox"
import { addToOutbox, Outbox } from "../../src/modules/onchain/work/outbox"
import { together, describeOnchainModule } from "./onchain-module"
import { eventsOf, invoice, stored, paymentsOf } from "./rows"

const LEASE_MS = 60_000

describeOnchainModule(({ service, knex }) => {
  // The module publishes as well, once Medusa has started it.
  beforeEach(() => service.outbox.stop())

  const { publisher: outbox } = aProcess()
  const event = (subject: string, name: string) => ({ subject, name, data: { subject } })

  /**
   * A bus that accepts everything except what `refuses` names, and the publisher of a process that uses it.
   */
  function aProcess(refuses: (name: string) => boolean = () => false) {
    const sent: string[] = []
    const bus = {
      emit: async (message: unknown) => {
        const { name, data } = message as { name: string; data: { subject: string } }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 4))
        if (refuses(name)) throw new Error("the bus is down")
        sent.push(`${data.subject}:${name}`)
      },
    }
    const failed: string[] = []
    const published: ClaimedEvent[] = []
    const reports = {
      onPublished: (one: ClaimedEvent) => published.push(one),
      onError: (what: string) => failed.push(what),
    }
    const publisher = new Outbox(knex, () => bus, reports, LEASE_MS)
    return { publisher, sent, failed, published }
  }

  const add = (...events: ReturnType<typeof event>[]) => knex.transaction((trx) => addToOutbox(trx, events))
  const letLeasesEnd = () => knex.raw("UPDATE onchain_outbox SET due_at = now() WHERE published_at IS NULL")

  test("a change and its event are stored together, or neither is", async () => {
    const store = paymentsOf(knex)
    await knex.raw(
      "ALTER TABLE onchain_outbox ADD CONSTRAINT broken CHECK (name <> 'onchain.payment_unallocated')"
    )
    const row = await stored(store, { state: "settled" })
    try {
      await expect(store.holdForReview(row, "session_deleted")).rejects.toThrow("broken")
      expect(await store.find({ id: row.id })).toMatchObject({ state: "settled" })
    } finally {
      await knex.raw("ALTER TABLE onchain_outbox DROP CONSTRAINT broken")
    }
    expect(await store.holdForReview(row, "session_deleted")).toBe(true)
    expect(await store.holdForReview(row, "session_deleted")).toBe(false)
    expect(await eventsOf(knex, row.id)).toEqual(["onchain.payment_unallocated"])
  })

  test("ten processes that record the same partial payment at once report it once", async () => {
    const store = paymentsOf(knex)
    const row = await stored(store)
    const part = invoice({ receivedAmount: "5" })
    await together(10, () => store.record(row, part))
    expect(await eventsOf(knex)).toEqual(["onchain.payment_partially_paid"])
  })

  test("five processes publish every event of thirty subjects once, in the order of each subject", async () => {
    const sent: string[] = []
    const processes = Array.from({ length: 5 }, () => aProcess())
    const names = ["1", "2", "3", "4", "5"]
    const subjects = Array.from({ length: 30 }, (_, n) => `s${n}`)
    for (const process of processes) process.sent.push = (line) => sent.push(line)
    for (const name of names) {
      await add(...subjects.map((subject) => event(subject, name)))
      for (const { publisher } of processes) void publisher.publish()
    }
    while ((await knex("onchain_outbox").whereNull("published_at").first()) !== undefined)
      await Promise.all(processes.map(({ publisher }) => publisher.publish()))
    expect(sent).toHaveLength(150)
    for (const subject of subjects)
      expect(sent.filter((line) => line.startsWith(`${subject}:`))).toEqual(
        names.map((name) => `${subject}:${name}`)
      )
  })

  test("what a dead publisher had claimed is published by another when the lease ends, and its followers after that", async () => {
    await add(event("a", "1"), event("a", "2"))
    const [lost] = await outbox.claim(9)
    const { publisher, sent } = aProcess()
    await publisher.publish()
    expect(sent).toEqual([])
    await letLeasesEnd()
    await publisher.publish()
    expect(sent).toEqual(["a:1", "a:2"])
    // The slow one does not undo the other's record.
    if (lost) await outbox.noteFailed(lost, "too late", 0)
    await publisher.publish()
    expect(sent).toHaveLength(2)
  })

  test("an event that the bus refuses blocks the later ones of its subject, and no other subject", async () => {
    let isDown = true
    const { publisher, sent, failed, published } = aProcess((name) => isDown && name === "2")
    await add(event("a", "1"), event("a", "2"), event("a", "3"), event("b", "1"), event("b", "3"))
    await publisher.publish()
    expect(sent.sort()).toEqual(["a:1", "b:1", "b:3"])
    expect(failed).toEqual(["2 of a is published later"])
    const waiting = await knex("onchain_outbox").whereNull("published_at").orderBy("position")
    expect(waiting).toMatchObject([
      { name: "2", attempts: 1, last_error: "the bus is down" },
      { name: "3", attempts: 0 },
    ])
    expect(waiting[0].due_at.getTime()).toBeGreaterThan(Date.now())
    await letLeasesEnd()
    await publisher.publish()
    expect(sent).toHaveLength(3)
    isDown = false
    await letLeasesEnd()
    await publisher.publish()
    expect(sent.slice(3)).toEqual(["a:2", "a:3"])
    expect(published).toHaveLength(5)
    expect(await knex("onchain_outbox").whereNotNull("last_error")).toEqual([])
  })

  test("a process publishes its events right after the commit, and nothing that was rolled back", async () => {
    const { publisher, sent } = aProcess()
    publisher.start()
    try {
      await knex.transaction(async (trx) => {
        await addToOutbox(trx, [event("a", "1")])
        await publisher.publish()
        expect(sent).toEqual([])
      })
      await publisher.publish()
      expect(sent).toEqual(["a:1"])
      const undone = knex.transaction(async (trx) => {
        await addToOutbox(trx, [event("a", "2")])
        throw new Error("undone")
      })
      await expect(undone).rejects.toThrow("undone")
      await add(event("b", "1"))
      while (sent.length < 2) await new Promise((resolve) => setImmediate(resolve))
      expect(sent).toEqual(["a:1", "b:1"])
    } finally {
      await publisher.stop()
    }
  })

  test("published events are deleted when they are old, and others never", async () => {
    await add(event("a", "1"), event("b", "1"), event("c", "1"))
    await knex.raw(`UPDATE onchain_outbox SET created_at = now() - interval '90 days',
      published_at = CASE subject WHEN 'a' THEN now() - interval '8 days' WHEN 'b' THEN now() END`)
    expect(await outbox.purge(7, 100)).toBe(1)
    expect(await knex("onchain_outbox").orderBy("subject").pluck("subject")).toEqual(["b", "c"])
  })
})
