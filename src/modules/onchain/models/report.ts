import { model } from "@medusajs/framework/utils"
import { REPORT_STATES } from "../../../domain/finance/report-difference"

/** Days are `YYYY-MM-DD` in UTC, both included. */
const OnchainReport = model
  .define(
    { name: "OnchainReport", tableName: "onchain_report" },
    {
      id: model.id({ prefix: "ocrep" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      from_day: model.text(),
      to_day: model.text(),
      state: model.enum([...REPORT_STATES]).default("queued"),
      /** Medusa user or API key. */
      requested_by: model.text(),
      /** Updated while it runs, so that a dead one differs from a long one. */
      alive_at: model.dateTime().nullable(),
      started_at: model.dateTime().nullable(),
      finished_at: model.dateTime().nullable(),
      rows_read: model.number().default(0),
      /** What a finished report found: sums by day and asset, and what differs. */
      lines: model.json().nullable(),
      differences: model.json().nullable(),
      difference_count: model.number().nullable(),
      last_error: model.text().nullable(),
      /** How often its process died. */
      cut_off_count: model.number().default(0),
      /** Incomplete lists of the service, each with the rows that were read; null when all were complete. */
      incomplete_lists: model.json().nullable(),
    }
  )
  .indexes([
    { on: ["created_at", "id"] },
    { name: "IDX_onchain_report_waiting", on: ["created_at"], where: "state IN ('queued', 'running')" },
  ])

export default OnchainReport
