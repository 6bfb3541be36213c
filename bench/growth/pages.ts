import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"

/** One statement as Postgres ran it. */
export type Ran = {
  sql: string
  /** Blocks of 8 kB that it read, cached or not: exact, whatever else the machine does. */
  pages: number
  rows: number
  /** How often it went down an index. */
  searches: number
  /** Tables of which it read many pages without an index. */
  scans: string[]
  plan: PlanNode
}

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Shared Hit Blocks": number
  "Shared Read Blocks": number
  "Actual Rows": number
  "Actual Loops": number
  "Index Searches"?: number
  Plans?: PlanNode[]
}

const SETTINGS = `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
  SET auto_explain.log_buffers = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
  SET auto_explain.log_nested_statements = on; SET auto_explain.log_level = notice`

/** A connection whose statements explain themselves. The statements run once, so writes and claims are measured as they are. */
export class ExplainedConnection {
  private ran: Ran[] = []
  readonly knex: Knex

  constructor(clientUrl: string) {
    type Raw = {
      on: (event: "notice", listener: (notice: { message: string }) => void) => void
      query: (sql: string, done: (error: Error | null) => void) => void
    }
    const afterCreate = (raw: Raw, done: (error: Error | null, raw: Raw) => void) => {
      raw.on("notice", ({ message }) => this.note(message))
      raw.query(SETTINGS, (error) => done(error, raw))
    }
    this.knex = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 1, max: 4, afterCreate } })
  }

  /** The statements that some work sends, and the checks of keys that they cause. */
  async explain(work: () => Promise<unknown>): Promise<Ran[]> {
    this.ran = []
    await work()
    const { ran } = this
    this.ran = []
    return ran
  }

  private note(message: string): void {
    const start = message.indexOf("plan:")
    if (start < 0) return
    const { "Query Text": sql, Plan: plan } = JSON.parse(message.slice(start + "plan:".length)) as {
      "Query Text": string
      Plan: PlanNode
    }
    const nodes = nodesOf(plan)
    this.ran.push({
      sql: sql.replace(/\s+/g, " "),
      pages: pagesOf(plan),
      rows: plan["Actual Rows"] * plan["Actual Loops"],
      searches: nodes.reduce((sum, node) => sum + (node["Index Searches"] ?? 0) * node["Actual Loops"], 0),
      scans: nodes.filter(isScan).flatMap((node) => node["Relation Name"] ?? []),
      plan,
    })
  }
}

const pagesOf = (node: PlanNode) => node["Shared Hit Blocks"] + node["Shared Read Blocks"]
/** The first rows of a table, or a small one, cost less than an index. */
const MANY_PAGES = 100
const isScan = (node: PlanNode) =>
  node["Node Type"] === "Seq Scan" && pagesOf(node) / node["Actual Loops"] > MANY_PAGES
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
