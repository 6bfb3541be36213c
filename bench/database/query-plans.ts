import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Say } from "../../demo/progress"

type Statement = { sql: string; bindings: string[] }

/** Reports how Postgres executes the statements that some work sends. */
export async function explain(knex: Knex, say: Say, work: () => Promise<unknown>): Promise<void> {
  const statements: Statement[] = []
  const listener = (statement: Statement) => statements.push(statement)
  knex.on("query", listener)
  await work()
  knex.off("query", listener)
  for (const { sql, bindings } of statements) {
    const plan = await knex.raw(`EXPLAIN (COSTS OFF) ${sql.replace(/\$\d+/g, "?")}`, bindings)
    const lines: { "QUERY PLAN": string }[] = plan.rows
    say(`plan of: ${sql.replace(/\s+/g, " ").slice(0, 110)} ...`)
    for (const line of lines) say(`    ${line["QUERY PLAN"]}`)
  }
}
