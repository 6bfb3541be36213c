import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { describeTables } from "./onchain-module"
import { deposit, inReview, withdrawalIn, plantRefunds } from "./rows"

const migrations = join(__dirname, "../../src/modules/onchain/migrations")
const snapshot = z
  .object({ tables: z.array(z.object({ indexes: z.array(z.object({ keyName: z.string() })) })) })
  .parse(JSON.parse(readFileSync(join(migrations, ".snapshot-medusa-onchain.json"), "utf8")))

/** What the tables enforce themselves, whatever the code does. */
describeTables(({ knex }) => {
  const payoutOf = (refund_id: string, payment_id = "ocpay_1") =>
    withdrawalIn(knex, {}, { refund_id, payment_id, request_key: `request_${refund_id}` })

  beforeEach(() => plantRefunds(knex, ["ref_1", "ref_2"]))

  test.each(["-1", "1e3", "1,5", "NaN", "", " 1", "1."])("%p is not an amount", async (amount) => {
    const { id } = await withdrawalIn(knex)
    await inReview(knex, deposit())
    const changes = [
      ["onchain_refund", "token_amount"],
      ["onchain_withdrawal", "quote_fee"],
      ["onchain_deposit", "amount_raw"],
    ] as const
    for (const [table, column] of changes)
      await expect(knex(table).update({ [column]: amount })).rejects.toThrow(`${table}_${column}_check`)
    await expect(knex("onchain_withdrawal").where({ id }).update({ quote_fee: "0.05" })).resolves.toBe(1)
  })

  test("every index of the models is in the database, but for deleted rows, which no table has: no two share a name", async () => {
    // Postgres keeps 63 characters of a name.
    const listed = snapshot.tables.flatMap(({ indexes }) =>
      indexes.map(({ keyName }) => keyName.slice(0, 63))
    )
    expect(new Set(listed).size).toBe(listed.length)
    const { rows } = await knex.raw("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
    const made = new Set(rows.map(({ indexname }: { indexname: string }) => indexname))
    const ofDeleted = listed.filter((name) => name.endsWith("_deleted_at"))
    expect(listed.filter((name) => !made.has(name))).toEqual(ofDeleted)
  })

  test("a payout references an existing refund of its own account", async () => {
    await expect(payoutOf("ref_3")).rejects.toThrow("onchain_withdrawal_refund_fkey")
    await expect(payoutOf("ref_1", "ocpay_9")).rejects.toThrow("onchain_withdrawal_payment_fkey")
    const { id } = await payoutOf("ref_1")
    await expect(knex("onchain_withdrawal").where({ id }).update({ environment: "live" })).rejects.toThrow(
      "onchain_withdrawal_refund_fkey"
    )
  })

  test("a refund references an existing payment, and neither can be deleted while referenced", async () => {
    await expect(knex("onchain_refund").update({ payment_id: "ocpay_9" })).rejects.toThrow(
      "onchain_refund_payment_fkey"
    )
    await payoutOf("ref_1")
    await expect(knex("onchain_refund").where({ id: "ref_1" }).del()).rejects.toThrow(
      "onchain_withdrawal_refund_fkey"
    )
  })

  test("two refunds never share a payout", async () => {
    const { id } = await payoutOf("ref_1")
    const follow = (refund: string) =>
      knex("onchain_refund").where({ id: refund }).update({ withdrawal_id: id })
    await follow("ref_1")
    await expect(follow("ref_2")).rejects.toThrow("IDX_onchain_refund_withdrawal_id_unique")
    await expect(
      knex("onchain_refund").where({ id: "ref_2" }).update({ withdrawal_id: "ocwd_9" })
    ).rejects.toThrow("onchain_refund_withdrawal_fkey")
  })
})
