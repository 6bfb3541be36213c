import { model } from "@medusajs/framework/utils"
import { REPORT_STATES } from "../../../domain/finance/report-day"

/** One row per reconciliation report that somebody asked for. Days are `YYYY-MM-DD` in UTC, both included. */
const OnchainReport = model
  .define(
    { name: "OnchainReport", tableName: "onchain_report" },
    {
      id: model.id({ prefix: "ocrep" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      from_day: model.text(),
      to_day: model.text(),
      state: model.enum([...REPORT_STATES]).default("queued"),
      /** Medusa user or API key. */
      requested_by: model.text(),
      /** Moved on while it runs, so that one that was cut off is told from a long one. */
      alive_at: model.dateTime().nullable(),
      started_at: model.dateTime().nullable(),
      finished_at: model.dateTime().nullable(),
      /** What it is at. */
      step: model.text().nullable(),
      rows_read: model.number().default(0),
      difference_count: model.number().nullable(),
      last_error: model.text().nullable(),
      /** How often a process that made it was cut off. */
      cut_off_count: model.number().default(0),
      /** Lists of the service that were incomplete, each with the rows that were read; null when all were whole. */
      incomplete_lists: model.json().nullable(),
    }
  )
  .indexes([
    { on: ["created_at", "id"] },
    { name: "IDX_onchain_report_waiting", on: ["created_at"], where: "state IN ('queued', 'running')" },
  ])

export default OnchainReport
