import {
  type TransactionFilter,
  Transactions,
  type TransactionPage,
} from "../../src/modules/onchain/finance/transactions"
import { Lists, openAccounting, transaction, transactionsIn } from "./books"
import { describeTables } from "./onchain-module"
import { scope } from "./rows"

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    transaction({ id: `txn_${from + n}`, reference: `inv_${from + n}` })
  )
describeTables(({ knex }) => {
  const { rows, letTimePass } = transactionsIn(knex)

  test("the first run reads the whole list, and each later one stops after three pages without news", async () => {
    const gateway = new Lists()
    gateway.transactions = many(95)
    const { sync } = openAccounting(knex, gateway, 10)
    expect(await sync.run()).toEqual({
      name: "transactions_all",
      hasRun: true,
      isComplete: true,
      seen: 95,
      changed: 95,
    })
    gateway.transactions = [...many(15, 900), ...many(95)]
    expect(await sync.run()).toEqual({
      name: "transactions",
      hasRun: true,
      isComplete: true,
      seen: 50,
      changed: 15,
    })
    expect(await rows()).toBe(110)
  })

  test("what a quick run does not reach is found by the full run six hours later", async () => {
    const gateway = new Lists()
    gateway.transactions = many(60)
    const { sync } = openAccounting(knex, gateway, 10)
    await sync.run()
    gateway.transactions = [...many(60), ...many(1, 900)]
    expect(await sync.run()).toMatchObject({ name: "transactions", changed: 0 })
    await letTimePass(6)
    expect(await sync.run()).toMatchObject({ name: "transactions_all", seen: 61, changed: 1 })
  })

  test("a second run within half a minute is skipped", async () => {
    const { sync } = openAccounting(knex, new Lists())
    await sync.run()
    await sync.run()
    expect(await sync.run()).toMatchObject({ name: "transactions", hasRun: false })
  })

  test("a successful quick run hides no failure of the full run, and makes the list no fresher than it is", async () => {
    const gateway = new Lists()
    gateway.transactions = many(95)
    const { sync } = openAccounting(knex, gateway, 10)
    expect(await sync.state()).toMatchObject({ finishedAt: null, lookedAt: null })
    await sync.run()
    const { finishedAt } = await sync.state()
    expect(finishedAt).not.toBeNull()

    await letTimePass(6)
    gateway.breaksAfter = 45
    await expect(sync.run()).rejects.toThrow("the connection broke")
    expect(await sync.run()).toMatchObject({ name: "transactions", hasRun: true })
    const { lookedAt, ...state } = await sync.state()
    expect(state).toEqual({ finishedAt, isRunning: false, lastError: "the connection broke" })
    expect(lookedAt?.getTime()).toBeGreaterThan(finishedAt?.getTime() ?? Infinity)

    gateway.breaksAfter = Infinity
    await letTimePass(6)
    await sync.run()
    const later = await sync.state()
    expect(later.lastError).toBeNull()
    expect(later.finishedAt?.getTime()).toBeGreaterThan(finishedAt?.getTime() ?? Infinity)
    expect(later.lookedAt).toEqual(later.finishedAt)
  })

  test("the duration of the full run is known, and not after a failure", async () => {
    await knex("onchain_status").del()
    const gateway = new Lists()
    gateway.transactions = many(30)
    const { sync } = openAccounting(knex, gateway, 10)
    expect(await sync.wholeTakesMs()).toBe(Infinity)
    await sync.readWhole()
    await knex.raw(
      "UPDATE onchain_status SET finished_at = position::timestamptz + interval '7 seconds' WHERE id = 'transactions_all'"
    )
    expect(await sync.wholeTakesMs()).toBe(7_000)
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await knex("onchain_status").where({ id: "transactions_all" }).update({ position: hourAgo })
    gateway.breaksAfter = 5
    await expect(sync.readWhole()).rejects.toThrow("the connection broke")
    expect(await sync.wholeTakesMs()).toBeGreaterThan(3_000_000)
  })

  test("an incomplete list keeps what it has, does not count as a full run, and says so until it is complete", async () => {
    await knex("onchain_status").del()
    const gateway = new Lists()
    gateway.transactions = many(100)
    gateway.cutShort.add("transactions")
    const { sync } = openAccounting(knex, gateway)
    expect(await sync.run()).toEqual({
      name: "transactions_all",
      hasRun: true,
      isComplete: false,
      seen: 100,
      changed: 100,
    })
    expect(await sync.completeAsOf()).toBeNull()
    expect(await sync.readQuick()).toMatchObject({ hasRun: true, isComplete: false })
    expect(await sync.state()).toMatchObject({
      finishedAt: null,
      lastError: expect.stringContaining("incomplete"),
    })
    expect(await rows()).toBe(100)

    gateway.cutShort.clear()
    expect(await sync.readWhole()).toMatchObject({ isComplete: true })
    expect(await sync.readQuick()).toMatchObject({ isComplete: true })
    expect(await sync.state()).toMatchObject({ finishedAt: expect.any(Date), lastError: null })
  })

  test("a changed transaction is written again, and one without a date keeps its place", async () => {
    const { mirror } = openAccounting(knex, new Lists())
    const undated = transaction({ id: "txn_2", createdAt: undefined })
    expect(await mirror.record([transaction(), undated, transaction()])).toBe(2)
    expect(await mirror.record([transaction(), undated])).toBe(0)
    const before = await knex("onchain_transaction").where({ id: "txn_2" }).first()
    expect(await mirror.record([transaction({ txHash: "0xDeF" }), { ...undated, amount: "13" }])).toBe(2)
    const after = await knex("onchain_transaction").where({ id: "txn_2" }).first()
    expect(after).toMatchObject({ amount: "13", occurred_at: null, sort_at: before.sort_at })
  })

  describe("the list", () => {
    const list = new Transactions(knex, scope)
    const page = (change: Partial<TransactionPage> = {}): TransactionPage => ({
      filter: {},
      direction: "desc",
      limit: 20,
      offset: 0,
      ...change,
    })
    const idsOf = async (change: Partial<TransactionPage>) =>
      (await list.read(page(change))).rows.map(({ id }) => id)

    beforeEach(async () => {
      await openAccounting(knex, new Lists()).mirror.record([
        transaction(),
        transaction({ id: "txn_2", type: "fee", direction: "out", createdAt: "2026-01-03T00:00:00.000Z" }),
        transaction({
          id: "txn_3",
          networkId: "sol-mainnet",
          token: "SOL",
          txHash: "5AbC%",
          reference: undefined,
          createdAt: "2026-01-04T00:00:00.000Z",
        }),
      ])
    })

    test("is in order, paged, filtered and counted", async () => {
      expect(await idsOf({})).toEqual(["txn_3", "txn_2", "txn_1"])
      expect(await idsOf({ direction: "asc" })).toEqual(["txn_1", "txn_2", "txn_3"])
      expect(await idsOf({ limit: 2, offset: 2 })).toEqual(["txn_1"])
      const day = { from: new Date("2026-01-03T00:00:00Z"), before: new Date("2026-01-04T00:00:00Z") }
      const filters: [TransactionFilter, string[]][] = [
        [{ type: "fee" }, ["txn_2"]],
        [day, ["txn_2"]],
        [{ direction: "in" }, ["txn_3", "txn_1"]],
        [{ network_id: "sol-mainnet" }, ["txn_3"]],
        [{ token: "USDC" }, ["txn_2", "txn_1"]],
        [{ q: "INV_1" }, ["txn_2", "txn_1"]],
        [{ q: "5abc%" }, ["txn_3"]],
        [{ q: "%" }, []],
      ]
      for (const [filter, ids] of filters) {
        expect(await idsOf({ filter })).toEqual(ids)
        expect((await list.read(page({ filter }))).count).toBe(ids.length)
      }
    })
  })

  describe("an order that is about to be cancelled", () => {
    const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

    test("is answered by one whole reading that began since, however many ask", async () => {
      const gateway = new Lists()
      gateway.transactions = many(60)
      const { sync, runs } = openAccounting(knex, gateway, 10)
      const since = await runs.now()
      await soon()
      expect(await Promise.all([1, 2, 3].map(() => sync.ensureRead(since)))).toEqual(["read", "read", "read"])
      expect(gateway.reads).toHaveLength(1)
      expect(await sync.ensureRead(since)).toBe("read")
      expect(gateway.reads).toHaveLength(1)
    })

    test("is not answered by an older reading or a quick one, and waits for the next", async () => {
      const gateway = new Lists()
      gateway.transactions = many(60)
      const { sync, runs } = openAccounting(knex, gateway, 10)
      await sync.readWhole()
      await soon()
      const since = await runs.now()
      await sync.readQuick()
      expect(await sync.ensureRead(since)).toBe("busy")
      await letTimePass(1)
      expect(await sync.ensureRead(since)).toBe("read")
      expect(gateway.reads).toHaveLength(3)
    })

    test("is not answered by a reading without a proven end, or that failed", async () => {
      const gateway = new Lists()
      gateway.transactions = many(30)
      gateway.cutShort.add("transactions")
      const { sync, runs } = openAccounting(knex, gateway, 10)
      const since = await runs.now()
      expect(await sync.ensureRead(since)).toBe("incomplete")
      expect(await rows()).toBe(30)
      await letTimePass(1)
      gateway.cutShort.clear()
      gateway.breaksAfter = 25
      await expect(sync.ensureRead(since)).rejects.toThrow("the connection broke")
      await letTimePass(1)
      gateway.breaksAfter = Infinity
      expect(await sync.ensureRead(since)).toBe("read")
    })

    test("of a long list has its calls share the rate", async () => {
      const gateway = new Lists()
      gateway.transactions = many(500)
      const { sync, runs } = openAccounting(knex, gateway, 100)
      await sync.readWhole()
      await knex.raw("UPDATE onchain_status SET started_at = started_at - interval '18 seconds'")
      const since = await runs.now()
      // Five pages at a quarter of 60 calls a minute.
      expect(await sync.ensureRead(since)).toBe("busy")
      await knex.raw("UPDATE onchain_status SET started_at = started_at - interval '3 seconds'")
      expect(await sync.ensureRead(since)).toBe("read")
    })
  })
})
