import { Inbox } from "../../src/modules/onchain/inbox"
import { delivery, mustClaim } from "./delivery-rows"
import { describeOnchainModule } from "./onchain-module"

const FILL = `
  INSERT INTO onchain_webhook_delivery (id, event, raw_body, state, attempts, received_at, next_attempt_at)
  SELECT 'dlv_old_' || n, 'invoice.paid', '{}', 'processed', 1, now(), now() - n * interval '1 second'
  FROM generate_series(1, 50000) AS n`

/** Names of the indexes a plan uses, and of the tables it reads from end to end. */
function readPlan(node: Record<string, unknown>): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [`all of ${String(node["Relation Name"])}`] : []
  const index = typeof node["Index Name"] === "string" ? [node["Index Name"]] : []
  const children = (node["Plans"] ?? []) as Record<string, unknown>[]
  return [...own, ...index, ...children.flatMap(readPlan)]
}

describeOnchainModule(({ knex }) => {
  test("claiming and recovering use the partial indexes, however many deliveries are done", async () => {
    await knex.raw(FILL)
    await knex.raw("ANALYZE onchain_webhook_delivery")
    const statements: { sql: string; bindings: unknown[] }[] = []
    const inbox = new Inbox(knex, { leaseMs: 60_000, maxAttempts: 3 })
    await inbox.accept(delivery("dlv_new"))
    const listener = (query: { sql: string; bindings: unknown[] }) => statements.push(query)
    knex.on("query", listener)
    expect(await mustClaim(inbox)).toMatchObject({ id: "dlv_new" })
    await inbox.recover()
    knex.off("query", listener)

    expect(statements).toHaveLength(2)
    for (const { sql, bindings } of statements) {
      const { rows } = await knex.raw(
        `EXPLAIN (FORMAT JSON) ${sql.replace(/\$\d+/g, "?")}`,
        bindings as string[]
      )
      const used = readPlan(rows[0]["QUERY PLAN"][0].Plan)
      const index = sql.includes("SKIP LOCKED") ? "next_attempt_at" : "lease_expires_at"
      expect(used).toContain(`IDX_onchain_webhook_delivery_${index}`)
      expect(used).not.toContain("all of onchain_webhook_delivery")
    }
  })
})
