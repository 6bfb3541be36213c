import { createHash } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { fillStore } from "../../bench/growth/fill"
import { serviceOf } from "../../bench/growth/growth"
import { rowId } from "../../bench/database/fill-lists"
import { ExplainedConnection } from "../../bench/growth/pages"
import { type Work, WORKS } from "../../bench/growth/works"
import { dumpFile, readDump, restoreDump } from "../../scripts/store/dump/dump-file"
import { findStaleStatuses } from "../../src/modules/onchain/payment/payment-status"

const SIZE = 20_000
const OLD_AND_SHARED = 19_980
const NAME = `onchain-growth-${process.env.JEST_WORKER_ID ?? "1"}`
/** A day is a large part of so young a store. */
const isOfAll = ({ name }: Work) => name.startsWith("report:")

/** A store's whole database, Medusa's tables included. */
async function createStoreDatabase(): Promise<string> {
  const dump = readDump(dumpFile)
  if (!dump) throw new Error("There is no dump. Run: npm run dump")
  const administer = async (...statements: string[]) => {
    const client = new Client({ connectionString: TestDatabaseUtils.getDatabaseURL("postgres") })
    await client.connect()
    for (const sql of statements) await client.query(sql)
    await client.end()
  }
  const createDatabase = async (name: string) => {
    await administer(`DROP DATABASE IF EXISTS "${name}"`, `CREATE DATABASE "${name}"`)
    return TestDatabaseUtils.getDatabaseURL(name)
  }
  return restoreDump({ createDatabase }, NAME, dump, "seeded")
}

describe("a store with years of payments behind it", () => {
  test("jobs, lists, searches, webhooks, pages and checks read no large table from end to end; a memo finds its payment", async () => {
    const connection = new ExplainedConnection(await createStoreDatabase())
    const { knex } = connection
    try {
      await fillStore(knex, SIZE)
      expect(await findStaleStatuses(knex)).toEqual([])
      let last = 0
      const store = { knex, service: serviceOf(knex), size: SIZE, next: () => ++last }
      const scans: string[] = []
      for (const { name, run } of WORKS.filter((work) => !isOfAll(work)))
        for (const ran of await connection.explain(() => run(store)))
          for (const table of ran.scans) scans.push(`${name}: all of ${table}: ${ran.sql.slice(0, 200)}`)
      expect(scans).toEqual([])

      // Thousands have paid to its address since.
      const hash = createHash("md5").update(`1t${OLD_AND_SHARED}`).digest("hex")
      const transaction = await store.service.finance.transactions.find(`tx_${hash}`)
      if (!transaction) throw new Error("The transaction is missing")
      const found = await store.service.finance.transactions.findPayments([transaction])
      expect(found.get(transaction.id)).toMatchObject({
        by: "memo",
        payment: { id: rowId("ocpay", OLD_AND_SHARED) },
      })
    } finally {
      await knex.destroy()
    }
  })
})
