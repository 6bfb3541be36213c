import { Lists, openAccounting, transaction, transactionsIn } from "./books"
import { describeOnchainModule } from "./onchain-module"

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => transaction({ id: `txn_${n}`, reference: `inv_${n}` }))

describeOnchainModule(({ knex }) => {
  const { rows, letTimePass } = transactionsIn(knex)

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
      await knex.raw("UPDATE onchain_sync_run SET started_at = started_at - interval '18 seconds'")
      const since = await runs.now()
      // Five pages at a quarter of 60 calls a minute.
      expect(await sync.ensureRead(since)).toBe("busy")
      await knex.raw("UPDATE onchain_sync_run SET started_at = started_at - interval '3 seconds'")
      expect(await sync.ensureRead(since)).toBe("read")
    })
  })
})
