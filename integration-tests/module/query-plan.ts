import type { Knex } from "@medusajs/framework/mikro-orm/knex"

type Statement = { sql: string; bindings: string[] }

/** Names of the indexes a plan uses, and of the tables it scans. */
function readPlan(node: Record<string, unknown>): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [`all of ${String(node["Relation Name"])}`] : []
  const sort = node["Node Type"] === "Sort" ? ["Sort"] : []
  const index = typeof node["Index Name"] === "string" ? [node["Index Name"]] : []
  const children = (node["Plans"] ?? []) as Record<string, unknown>[]
  return [...own, ...sort, ...index, ...children.flatMap(readPlan)]
}

/** Plans of the statements that some work sends, in order. */
export async function plansOf(knex: Knex, work: () => Promise<unknown>): Promise<string[][]> {
  const statements: Statement[] = []
  const listener = (statement: Statement) => statements.push(statement)
  knex.on("query", listener)
  await work()
  knex.off("query", listener)
  const plans: string[][] = []
  for (const { sql, bindings } of statements) {
    if (/^(BEGIN|COMMIT)/.test(sql)) continue
    const { rows } = await knex.raw(`EXPLAIN (FORMAT JSON) ${sql.replace(/\$\d+/g, "?")}`, bindings)
    plans.push(readPlan(rows[0]["QUERY PLAN"][0].Plan))
  }
  return plans
}
