import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { createSqlWatch, isCommit, type SqlWatch } from "../../chaos/environment/sql-watch"
import { startTcpProxy, type TcpProxy } from "../../chaos/environment/tcp-proxy"
import { describeTables } from "./onchain-module"

describeTables(({ knex, clientUrl }) => {
  let watch: SqlWatch
  let proxy: TcpProxy
  let client: Knex
  const never = new AbortController().signal
  const rows = async () => (await knex("weathered").orderBy("n")).map(({ n }: { n: number }) => n)

  beforeEach(async () => {
    await knex.raw("CREATE TABLE weathered (n integer)")
    watch = createSqlWatch()
    const url = new URL(clientUrl)
    proxy = await startTcpProxy({ target: Number(url.port), tap: watch.tap })
    url.port = String(proxy.port)
    client = ModulesSdkUtils.createPgConnection({ clientUrl: url.href, pool: { min: 0, max: 2 } })
  })
  afterEach(async () => {
    await client.destroy()
    await proxy.close()
    await knex.raw("DROP TABLE weathered")
  })
  const twice = () =>
    client.transaction(async (trx) => {
      await trx.raw("INSERT INTO weathered VALUES (?)", [1])
      await trx.raw("UPDATE weathered SET n = ?", [2])
    })

  test("a connection is cut between two statements of a transaction, and nothing of it stays", async () => {
    const struck = watch.strike(({ writes }) => (writes.length === 1 ? "cut" : "pass"), never)
    await expect(twice()).rejects.toThrow()
    expect(await struck).toMatchObject({
      isInTransaction: true,
      writes: ["INSERT INTO weathered VALUES ($1)"],
    })
    expect(await rows()).toEqual([])
    await twice()
    expect(await rows()).toEqual([2])
  })

  test("a commit is done and its answer lost", async () => {
    const struck = watch.strike(
      (one) => (isCommit(one) && one.writes.length > 0 ? "lose_answer" : "pass"),
      never
    )
    await expect(twice()).rejects.toThrow()
    expect((await struck)?.writes).toHaveLength(2)
    expect(await rows()).toEqual([2])
  })

  test("so is a statement that commits by itself", async () => {
    const struck = watch.strike((one) => (one.writes.length > 0 ? "lose_answer" : "pass"), never)
    await expect(client.raw("INSERT INTO weathered VALUES (7)")).rejects.toThrow()
    expect(await struck).toMatchObject({ isInTransaction: false })
    expect(await rows()).toEqual([7])
  })

  test("what a statement wrote is known once Postgres has carried it out", async () => {
    const done = watch.carriedOut(({ text, rows: count = 0 }) => /^insert/i.test(text) && count > 0, never)
    await client.raw("INSERT INTO weathered SELECT 1 WHERE false")
    await client.raw("INSERT INTO weathered VALUES (1), (2)")
    expect(await done).toMatchObject({ rows: 2 })
  })

  test("a moment that never comes ends with the storm", async () => {
    const storm = new AbortController()
    const struck = watch.strike(() => "pass", storm.signal)
    storm.abort()
    expect(await struck).toBeUndefined()
  })
})
